// Lets the club open at once on the next visit, and say something friendly without a network.
//
// It keeps the page (index.html) and the files under /assets/, whose names carry a hash of what is in them. Nothing
// else is ever kept: what the server answers and what it tells over the line goes past this file.
//
// The kept page is shown at once while the newest one is fetched beside it. When that is another, it is kept with its
// files, and open pages are told; they load it as soon as nobody is interrupted. A page kept for longer than a day is
// shown only when the server does not answer.

const PAGES = 'club99-page'
const FILES = 'club99-files-'
const PAGE = '/'
const LONGEST = 24 * 60 * 60 * 1000
const TAKEN = 'x-club99-taken'
const NOT_PAGES = /^\/(api|connection|emulation)\/|^\/(healthz|readyz)$|\.[a-z0-9]+$/i

addEventListener('install', (event) => {
  event.waitUntil(fresh().then(() => skipWaiting()))
})

addEventListener('activate', (event) => {
  event.waitUntil(clients.claim())
})

addEventListener('message', (event) => {
  if (event.data === 'look') event.waitUntil(fresh().catch(() => {}))
})

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (url.pathname.startsWith('/assets/')) return event.respondWith(file(request))
  if (request.mode === 'navigate' && !NOT_PAGES.test(url.pathname)) event.respondWith(page(event))
})

async function page(event) {
  const kept = await (await caches.open(PAGES)).match(PAGE)
  const shown = kept?.clone()
  const newest = fresh()
  event.waitUntil(tell(event.resultingClientId, shown, newest).catch(() => {}))
  if (kept && Date.now() - Number(kept.headers.get(TAKEN)) < LONGEST) return kept
  try {
    return responseOf(await newest) ?? kept
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

// Tells the page that is only now being opened that there is a newer one: it was not among the open ones before.
async function tell(id, shown, newest) {
  const now = await newest
  if (shown && now && (await shown.text()) !== now.text) (await clients.get(id))?.postMessage('newer')
}

const responseOf = (page) => page && new Response(page.text, { headers: page.headers })

async function file(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const names = await generations()
    const newest = names.at(-1)
    if (newest) await (await caches.open(newest)).put(request, answer.clone())
  }
  return answer
}

// Fetches the newest page and keeps it with the files that it names. Answers with its text and headers.
async function fresh() {
  const answer = await fetch(PAGE, { cache: 'no-cache', credentials: 'same-origin' })
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('text/html')) return undefined
  const text = await answer.text()
  const pages = await caches.open(PAGES)
  const before = await (await pages.match(PAGE))?.text()
  if (before !== text) await keepFiles(text)
  const headers = new Headers(answer.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.set(TAKEN, String(Date.now()))
  await pages.put(PAGE, responseOf({ text, headers }))
  if (before !== undefined && before !== text)
    for (const client of await clients.matchAll({ type: 'window' })) client.postMessage('newer')
  return { text, headers }
}

// The files of the newest page and of the one before: a page that is still open may need another of its own.
async function keepFiles(text) {
  const names = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map((match) => match[1])
  const name = FILES + Date.now()
  const files = await caches.open(name)
  try {
    await files.addAll(names)
  } catch (error) {
    await caches.delete(name) // or else it would count as one of the two
    throw error
  }
  for (const older of (await generations()).slice(0, -2)) await caches.delete(older)
}

async function generations() {
  return (await caches.keys()).filter((name) => name.startsWith(FILES)).sort()
}
