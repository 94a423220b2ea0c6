import { describe, expect, it } from 'vitest';
import { findDeadLinks } from './dead-links.ts';

const PAGES = { known: new Set(['/pages/a/open', '/pages/a/closed']), closed: new Set(['/pages/a/closed']) };
const link = (path: string, isTagged = false) => ({ path, name: 'Go', isTagged });

describe('dead links', () => {
  it('given a link to an open page, or a tagged one to a closed page, then nothing is found', () => {
    expect(findDeadLinks([link('/pages/a/open'), link('/pages/a/closed', true)], PAGES)).toEqual([]);
  });

  it('given an untagged link to a closed page, then it is found', () => {
    expect(findDeadLinks([link('/pages/a/closed')], PAGES)).toEqual([
      { kind: 'dead link', detail: '“Go” leads to /pages/a/closed, which is not open, without a tag' },
    ]);
  });

  it('given a link to no page, then it is found, tagged or not', () => {
    const found = findDeadLinks([link('/pages/a/none'), link('/pages/a/none', true)], PAGES);
    expect(found.map(({ detail }) => detail)).toEqual(Array(2).fill('“Go” leads to /pages/a/none, which is no page'));
  });
});
