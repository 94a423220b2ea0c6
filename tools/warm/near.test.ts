import { expect, it } from 'vitest';
import { pickNear } from './near.ts';

const picked = (chosen: string[]) => ({ chosen, of: 100, why: '' });
const graph = new Map([
  ['a.ts', new Set(['b.ts', 'a.test.ts'])],
  ['b.ts', new Set(['b.test.ts', 'screen.tsx'])],
]);
const many = Array.from({ length: 9 }, (_, n) => `far-${n}.db.test.ts`);
const far = new Map([...graph, ['screen.tsx', new Set(many)]]);
const selection = {
  unit: picked(['b.test.ts', 'a.test.ts', 'elsewhere.test.ts']),
  db: picked(many),
  journeys: picked(['spot', 'books']),
  screens: picked(['/pages/one', '/pages/other']),
  trials: picked([]),
};
const screens = new Map([['/pages/one', ['screen.tsx']]]);

it('runs the tests nearest to the change first, and none that no import leads to', () => {
  const near = pickNear(['a.ts'], far, selection, screens);
  expect(near.unit).toEqual({ run: ['a.test.ts', 'b.test.ts'], left: 0 });
  expect(near.screens).toEqual({ run: ['/pages/one'], left: 0 });
});

it('runs as many as fit into half a minute and counts the rest', () => {
  expect(pickNear(['a.ts'], far, selection, screens).db).toEqual({ run: many.slice(0, 3), left: 6 });
});

it('runs a journey of the changed feature, and a changed journey itself', () => {
  const journeys = (path: string) => pickNear([path], graph, selection, screens).journeys.run;
  expect(journeys('apps/web/src/features/spot/form.tsx')).toEqual(['spot-entry']);
  expect(journeys('apps/e2e/upload.spec.ts')).toEqual(['upload']);
  expect(journeys('a.ts')).toEqual([]);
});
