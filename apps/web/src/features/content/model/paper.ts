/**
 * The chapters of the platform's paper: articles that come with the product, by the ids that `apps/server/content` gives
 * them. What they say is said once, and changes here when it changes there.
 */
export const CHAPTERS = [1n, 5n, 7n, 4n] as const;

type Dated = { readonly version: number; readonly changed_at: number };

/** How often anything of it was rewritten, from 1 on, and when that was last. */
export function paperEdition(chapters: readonly Dated[]): { version: number; changedAt: number } {
  const rewritten = chapters.reduce((count, { version }) => count + version - 1, 0);
  return { version: rewritten + 1, changedAt: Math.max(0, ...chapters.map(({ changed_at }) => changed_at)) };
}
