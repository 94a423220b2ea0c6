import type { Fault } from '../findings.ts';
import type { PageDocument } from './dom.ts';

/** Link of a page to another page of the app. */
export type LinkFact = {
  readonly path: string;
  readonly name: string;
  /** It, or the row it belongs to, says that the page is not open yet. */
  readonly isTagged: boolean;
};

declare const document: PageDocument;

/** Runs in the page: reads all visible links to pages of the app. */
export function readLinks(): LinkFact[] {
  const links: LinkFact[] = [];
  for (const link of document.querySelectorAll('a[href*="#/"]')) {
    if (!link.checkVisibility({ visibilityProperty: true })) continue;
    const href = link.getAttribute('href') ?? '';
    const path = href.slice(href.indexOf('#') + 1).split('?')[0] ?? '';
    const soon = [...document.querySelectorAll('[data-soon]')];
    const isTagged = link.closest('[data-soon]') !== null || soon.some((tag) => link.contains(tag));
    links.push({ path, name: (link.computedName || link.textContent || '').trim(), isTagged });
  }
  return links;
}

/** Pages of the app: each path, and whether it is built. */
export type Pages = { readonly known: ReadonlySet<string>; readonly closed: ReadonlySet<string> };

/** Finds links to pages that do not exist, and untagged links to pages that are not built. */
export function findDeadLinks(links: readonly LinkFact[], pages: Pages): Fault[] {
  return links.flatMap(({ path, name, isTagged }) => {
    const why = reasonOf(path, isTagged, pages);
    return why === undefined ? [] : [{ kind: 'dead link', detail: `“${name}” leads to ${path}, ${why}` }];
  });
}

/** Returns why nobody should be led to a path this way; undefined if it is open or tagged. */
export function reasonOf(path: string, isTagged: boolean, { known, closed }: Pages): string | undefined {
  if (!known.has(path)) return 'which is no page';
  return closed.has(path) && !isTagged ? 'which is not open, without a tag' : undefined;
}
