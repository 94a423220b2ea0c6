import { expect, it } from 'vitest';
import { spotsFound } from './planted.ts';
import { readme } from './readme.ts';

it.each(['apps/server/src/modules/spot', 'packages/money', 'tools/bench'])('%s needs a README', (folder) => {
  const files = { [`${folder}/a.ts`]: '', [`${folder}/deep/README.md`]: '' };
  expect(spotsFound(readme, files)).toEqual([`${folder}/README.md:1`]);
  expect(spotsFound(readme, { ...files, [`${folder}/README.md`]: '' })).toEqual([]);
});

it('other folders need none', () => {
  const files = {
    'tools/package.json': '{}',
    'apps/server/src/platform/db.ts': '',
    'packages/x.md': '',
    'docs/a.md': '',
  };
  expect(spotsFound(readme, files)).toEqual([]);
});
