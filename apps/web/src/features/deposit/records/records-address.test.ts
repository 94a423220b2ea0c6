import { DEPOSIT_STATES } from '@app/domain/deposit';
import { describe, expect, it } from 'vitest';
import { depositIn, recordPath, stateIn, tabIn, writeState } from './records-address.ts';

const fields = (search: string) => new URLSearchParams(search);

describe('the address of the records', () => {
  it.each([undefined, ...DEPOSIT_STATES])('given the state %s, then it is the same when read again', (state) => {
    expect(stateIn(new URLSearchParams(writeState(state)))).toBe(state);
  });

  it('ignores what it does not know', () => {
    expect(stateIn(fields('state=moon'))).toBe(undefined);
    expect(tabIn(fields('tab=moon'))).toBe('deposit');
    expect(tabIn(fields('tab=withdraw'))).toBe('withdraw');
  });

  it('names a deposit by its id', () => {
    expect(depositIn(fields(recordPath(123n).split('?')[1] ?? ''))).toBe(123n);
    for (const id of ['', '0', '-1', '1e9', 'x']) expect(depositIn(new URLSearchParams({ id }))).toBe(undefined);
  });
});
