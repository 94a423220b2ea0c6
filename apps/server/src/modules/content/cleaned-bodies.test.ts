import { describe, expect, it } from 'vitest';
import { createCleanedBodies } from './cleaned-bodies.ts';

const article = { id: 1n, language: 'en', version: 1, body: '<p onclick="x()">a</p>' };

function counted() {
  const cleaned: string[] = [];
  const clean = createCleanedBodies((html) => {
    cleaned.push(html);
    return `clean ${html}`;
  });
  return { clean, cleaned };
}

describe('bodies for readers', () => {
  it('given many readers of one article, then it is cleaned once', () => {
    const { clean, cleaned } = counted();
    for (let n = 0; n < 50; n++) expect(clean(article)).toBe(`clean ${article.body}`);
    expect(cleaned).toHaveLength(1);
    for (const other of [{ id: 2n }, { language: 'jp' }, { version: 2 }]) clean({ ...article, ...other });
    expect(cleaned).toHaveLength(4);
  });

  it('given another text under the same id, then that one is cleaned and returned', () => {
    const { clean } = counted();
    clean(article);
    expect(clean({ ...article, body: '<b>b</b>' })).toBe('clean <b>b</b>');
  });

  it('given very many articles, then those read long ago are evicted, and the one in use is not', () => {
    const { clean, cleaned } = counted();
    for (let id = 2n; id < 500n; id++) {
      clean(article);
      clean({ ...article, id });
    }
    expect(cleaned).toHaveLength(499);
    clean({ ...article, id: 2n });
    expect(cleaned).toHaveLength(500);
  });
});
