import type { Plugin } from 'vite'
import { brotliCompressSync, constants } from 'node:zlib'

/**
 * Writes each text file once more, compressed as hard as can be, beside the file itself: the server gives that to
 * browsers that read Brotli. It takes a second here and no time there, and makes a first visit a tenth smaller.
 */
export const brotli = (): Plugin => ({
  name: 'club99-brotli',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(js|css|html)$/.test(file.fileName)) continue
        const text = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: packed(text) })
      }
    },
  },
})

function packed(text: Buffer): Uint8Array {
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
}
