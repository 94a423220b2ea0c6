import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHAPTERS, paperEdition } from './paper.ts';

describe('the platform’s paper', () => {
  it('consists of about us, prices, orders and fees, and risks', () => {
    const file = resolve(import.meta.dirname, '../../../../../server/content/articles.json');
    const articles = JSON.parse(readFileSync(file, 'utf8')) as { id: number; slug: string }[]; // Our own file.
    const slugs = CHAPTERS.map((id) => articles.find((article) => BigInt(article.id) === id)?.slug);
    expect(slugs).toEqual(['about', 'prices', 'orders-and-fees', 'risk']);
  });

  it('given chapters as first written, then it is the first edition, dated by its newest chapter', () => {
    expect(
      paperEdition([
        { version: 1, changed_at: 5 },
        { version: 1, changed_at: 9 },
      ]),
    ).toEqual({ version: 1, changedAt: 9 });
  });

  it('given a chapter is rewritten, then the edition number increases by one', () => {
    expect(
      paperEdition([
        { version: 1, changed_at: 5 },
        { version: 3, changed_at: 20 },
      ]),
    ).toEqual({ version: 3, changedAt: 20 });
  });
});
