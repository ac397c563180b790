import type { Attachment } from 'svelte/attachments'

/** How long a press is held before it means something else, and then again, in milliseconds. */
const FIRST = 420
const AGAIN = 320

/**
 * Calls fn when the node is held down or clicked with the other mouse button, and again for as long as it is held. The
 * click that ends such a press means nothing; a browser's own menu does not come.
 */
export function held(fn: () => void): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let done = false

    const stop = () => {
      clearTimeout(timer)
      timer = undefined
    }
    // The click of this press comes at once, if one comes: the next is another press.
    const up = () => {
      stop()
      setTimeout(() => (done = false), 60)
    }
    const go = () => {
      done = true
      fn()
      timer = setTimeout(go, AGAIN)
    }
    const down = (event: PointerEvent) => {
      done = false
      stop()
      if (event.button === 0) timer = setTimeout(go, FIRST)
    }
    const click = (event: MouseEvent) => {
      stop()
      if (!done) return
      done = false
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const menu = (event: Event) => {
      event.preventDefault()
      // A long touch brings the menu as well: then the timer has done it, or is about to.
      if (timer === undefined && !done) fn()
    }
    node.addEventListener('pointerdown', down)
    node.addEventListener('pointerup', up)
    node.addEventListener('pointerleave', stop)
    node.addEventListener('pointercancel', stop)
    node.addEventListener('click', click, { capture: true })
    node.addEventListener('contextmenu', menu)
    return () => {
      stop()
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('pointerup', up)
      node.removeEventListener('pointerleave', stop)
      node.removeEventListener('pointercancel', stop)
      node.removeEventListener('click', click, { capture: true })
      node.removeEventListener('contextmenu', menu)
    }
  }
}
