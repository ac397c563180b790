import { expect, test } from 'vitest'
import { scaled } from '../../textsize'

test('sizes of text are multiplied, once', () => {
  expect(scaled('font-size', '14px')).toBe('calc(14px * var(--text, 1))')
  expect(scaled('font-size', 'clamp(26px, 4vw, 40px)')).toBe('calc(clamp(26px, 4vw, 40px) * var(--text, 1))')
  expect(scaled('--tag', 'max(12px, calc(var(--u) * 1.15))')).toBe(
    'calc(max(12px, calc(var(--u) * 1.15)) * var(--text, 1))',
  )
  expect(scaled('font', '600 24px/1 var(--serif)')).toBe('600 calc(24px * var(--text, 1))/1 var(--serif)')
})

test('what follows the text around it stays as it is', () => {
  expect(scaled('font-size', '0.75em')).toBe('0.75em')
  expect(scaled('font-size', 'var(--tag)')).toBe('var(--tag)')
  expect(scaled('font-size', 'max(11px, calc(var(--tag) * 0.8))')).toBe(
    'max(calc(11px * var(--text, 1)), calc(var(--tag) * 0.8))',
  )
  expect(scaled('font-size', 'max(11px, 0.82em)')).toBe('max(calc(11px * var(--text, 1)), 0.82em)')
  expect(scaled('font', 'inherit')).toBe('inherit')
})
