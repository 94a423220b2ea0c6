import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const APP = resolve(import.meta.dirname, 'src/app');

type Span = { readonly start: number; readonly end: number };
type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

/**
 * Moves the `search` fields of the screen tables out of the frame, which every visitor waits for, into the panel that
 * searches. The development server and the tests read the tables as they are written.
 */
export const search = (): Plugin => ({
  name: 'search',
  apply: 'build',
  enforce: 'pre',
  async config() {
    // Imported by file name, because the app is typed for the browser.
    const { SCREENS } = await import(resolve(APP, 'screens.ts'));
    const { searchPagesOf, searchTextsOf } = await import(resolve(APP, 'search-table.ts'));
    const pages = searchPagesOf(SCREENS);
    return {
      define: {
        'import.meta.env.SEARCH_PAGES': JSON.stringify(pages),
        'import.meta.env.SEARCH_TEXTS': JSON.stringify(searchTextsOf(pages)),
      },
    };
  },
  transform: {
    filter: { id: /\.screens\.ts$/ },
    handler(code) {
      const spans = searchFields(this.parse(code, { lang: 'ts' }));
      if (spans.length === 0 && /\bload:/.test(code)) this.error('a table of screens has no `search` fields to move');
      return { code: cut(code, spans), map: null };
    },
  },
});

/** Returns the places of all properties called `search`. */
function searchFields(tree: unknown): Span[] {
  if (Array.isArray(tree)) return tree.flatMap(searchFields);
  if (typeof tree !== 'object' || tree === null) return [];
  const node = tree as Node; // The parser's tree has only nodes and lists of them.
  const { name } = (node.key ?? {}) as { name?: string };
  if (node.type === 'Property' && name === 'search') return [node as unknown as Span];
  return Object.values(node).flatMap(searchFields);
}

/** Cuts the properties out, each with the comma behind it. */
function cut(code: string, spans: readonly Span[]): string {
  return spans.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code);
}
