import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { brotli } from './brotli.ts'
import { tablePage } from './tablepage.ts'
import { textSize } from './textsize.ts'

// The server that `npm run dev` talks to: `go run ./cmd/club99 serve` on its default address.
const server = process.env['CLUB99_SERVER'] ?? 'http://127.0.0.1:8099'

// The states of the table without a server, in development only: what is built begins at index.html alone.
const devFelt: Plugin = {
  name: 'dev-felt',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      request.url = request.url?.replace(/^\/dev\/felt\/?(?=\?|$)/, '/dev.html')
      next()
    })
  },
}

export default defineConfig({
  plugins: [svelte(), devFelt, tablePage(), brotli()],
  css: { postcss: { plugins: [textSize()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Every asset is a file of its own, so that a policy without data: or inline code is enough.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        // Few files rather than small ones: HTTP/1.1 fetches six at a time, and those after them wait for a round trip.
        // What several pages share and is small comes with the first of them.
        codeSplitting: {
          groups: [
            { name: 'svelte', test: /\/node_modules\/svelte\// },
            { name: 'club', test: /\/src\/(main\.ts|fair\/(bytes|seen)\.ts|felt\/(speech\.ts|ActionButton\.svelte))/ },
            { name: 'table', test: /\/src\/felt\/TablePage\.svelte/ },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5199,
    strictPort: true,
    proxy: {
      '/api': server,
      '/connection': { target: server, ws: true },
      '/emulation': server,
    },
  },
  test: {
    include: ['src/**/*.test.ts'],
  },
})
