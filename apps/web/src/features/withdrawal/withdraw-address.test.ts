import { expect, it } from 'vitest';
import { statusPath, withdrawalIn } from './withdraw-address.ts';

const idIn = (search: string) => withdrawalIn(new URLSearchParams(search));

it('names a withdrawal by its id, and nothing else', () => {
  expect(idIn(statusPath(123n).split('?')[1] ?? '')).toBe(123n);
  for (const id of ['', '0', '-1', '1e9', 'x', '99999999999999999999']) expect(idIn(`id=${id}`)).toBe(undefined);
});
