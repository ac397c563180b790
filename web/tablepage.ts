import type { Plugin } from 'vite'

/**
 * The page of a table as a file of its own, table.html: the same page, which also names the files that a table needs,
 * so that they are fetched beside the first script and not after it. The server gives it for /table/ addresses.
 */
export const tablePage = (): Plugin => ({
  name: 'club99-table-page',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const table = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith('/felt/TablePage.svelte')))
      const index = bundle['index.html']
      if (!index) return // another page is built, as for the tests of the table's states
      if (!table || index.type !== 'asset') return this.error('there is no table to make a page for')
      const html = String(index.source)
      const scripts = new Set<string>()
      const styles = new Set<string>()
      const need = (name: string) => {
        const chunk = chunks.find((one) => one.fileName === name)
        if (!chunk || scripts.has(name) || html.includes(name)) return
        scripts.add(name)
        for (const style of chunk.viteMetadata?.importedCss ?? []) if (!html.includes(style)) styles.add(style)
        chunk.imports.forEach(need)
      }
      need(table.fileName)
      const links = [
        ...[...scripts].map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
        ...[...styles].map((name) => `<link rel="preload" as="style" crossorigin href="/${name}">`),
      ]
      this.emitFile({
        type: 'asset',
        fileName: 'table.html',
        source: html.replace('</head>', `  ${links.join('\n    ')}\n  </head>`),
      })
    },
  },
})
