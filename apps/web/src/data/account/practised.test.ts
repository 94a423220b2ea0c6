import { describe, expect, it } from 'vitest';
import { hasPractised, isAmong, notePractised, withUser } from './practised.ts';

describe('users who practised on this device', () => {
  it('are stored as a list of the last five', () => {
    const kept = ['1', '2', '3', '4', '5', '6', '2'].reduce<unknown>(withUser, undefined);
    expect(kept).toEqual(['2', '6', '5', '4', '3']);
    expect(isAmong(kept, '2')).toBe(true);
    expect(isAmong(kept, '1')).toBe(false);
    expect(isAmong({ 0: '1' }, '1')).toBe(false);
  });

  it('given a first trade, when it is recorded, then it is recorded for that user alone', () => {
    notePractised('7');
    expect([hasPractised('7'), hasPractised('8')]).toEqual([true, false]);
  });
});
