/** A stretch of time as hours and minutes, 1:05; parts of a minute are not shown. */
export function stretch(millis: number): string {
  const minutes = Math.max(0, Math.floor(millis / 60_000))
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** The same for people to read and to hear, in a language's own words. */
export function spoken(millis: number, lang: string): string {
  const minutes = Math.max(0, Math.floor(millis / 60_000))
  const of = (n: number, unit: 'hour' | 'minute') =>
    n.toLocaleString(lang, { style: 'unit', unit, unitDisplay: 'long' })
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return of(minutes, 'minute')
  return minutes % 60 === 0 ? of(hours, 'hour') : `${of(hours, 'hour')} ${of(minutes % 60, 'minute')}`
}
