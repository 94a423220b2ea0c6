import { describe, expect, it } from 'vitest';
import {
  type Basis,
  type CaptureForm,
  callOf,
  EMPTY_FORM,
  firstStep,
  formFrom,
  isCaptureForm,
  isStepDone,
  NOTHING_KEPT,
  stepsOf,
} from './capture-form.ts';

const FIRST: Basis = { level: 1, kept: NOTHING_KEPT, keptDocument: null };
const full: CaptureForm = {
  ...EMPTY_FORM,
  document: 'id_card',
  nationality: 'DE',
  name: 'Mira Kaya',
  card_id: 'X 1234567',
  pictures: { front_pic: 'f', reverse_pic: 'r', hand_pic: 'h' },
};
const kept = {
  details: { name: 'Mira Kaya', card_id: '•••• 567', nationality: 'DE' },
  pictures: ['hand_pic' as const],
};
const AGAIN: Basis = { level: 1, kept, keptDocument: 'passport' };

describe('the steps', () => {
  it('skip the back of a passport and the hand-held picture of level 2', () => {
    expect(stepsOf(1, full)).toEqual(['document', 'details', 'front', 'back', 'hand', 'review']);
    expect(stepsOf(1, { ...full, document: 'passport' })).toEqual(['document', 'details', 'front', 'hand', 'review']);
    expect(stepsOf(2, { ...full, document: 'passport' })).toEqual(['document', 'details', 'front', 'review']);
  });

  it('are done one by one, and the last one once all are', () => {
    for (const step of stepsOf(1, full)) expect([step, isStepDone(step, full, FIRST)]).toEqual([step, true]);
    const without = (change: Partial<CaptureForm>) => ({ ...full, ...change });
    expect(isStepDone('document', without({ nationality: '' }), FIRST)).toBe(false);
    expect(isStepDone('details', without({ card_id: 'x' }), FIRST)).toBe(false);
    expect(isStepDone('back', without({ pictures: { front_pic: 'f' } }), FIRST)).toBe(false);
    expect(isStepDone('review', without({ pictures: {} }), FIRST)).toBe(false);
  });

  it('begin where a rejection leads, else at the first one to do', () => {
    const reasons = ['back_glare' as const];
    expect(firstStep(null, EMPTY_FORM, { basis: FIRST, reasons: [] })).toBe('document');
    expect(firstStep(null, full, { basis: FIRST, reasons: [] })).toBe('review');
    expect(firstStep(null, full, { basis: FIRST, reasons })).toBe('back');
    expect(firstStep('hand', full, { basis: FIRST, reasons })).toBe('hand');
    expect(firstStep('nonsense', EMPTY_FORM, { basis: FIRST, reasons: [] })).toBe('document');
    expect(firstStep('back', { ...full, document: 'passport' }, { basis: FIRST, reasons: [] })).toBe('review');
  });
});

describe('after a rejection', () => {
  it('begins with what the server kept, without the number', () => {
    const form = formFrom({ kept, document: 'passport' });
    expect(form).toMatchObject({ name: 'Mira Kaya', card_id: '', nationality: 'DE', document: 'passport' });
    expect(['details', 'hand', 'front'].map((step) => isStepDone(step as 'hand', form, AGAIN))).toEqual([
      true,
      true,
      false,
    ]);
    expect(callOf({ ...form, pictures: { front_pic: 'new' } }, AGAIN)).toEqual({
      type: 1,
      document: 'passport',
      front_pic: 'new',
    });
  });

  it('given another document, then no picture is kept', () => {
    const form = { ...formFrom({ kept, document: 'passport' }), document: 'other' };
    expect(isStepDone('hand', form, AGAIN)).toBe(false);
  });
});

describe('what is sent', () => {
  it('has the fields of the level and the pictures of the document only', () => {
    const passport = { ...full, document: 'passport', relatives: 'Deniz Kaya' };
    expect(callOf(passport, FIRST)).toEqual({
      type: 1,
      document: 'passport',
      name: 'Mira Kaya',
      card_id: 'X 1234567',
      nationality: 'DE',
      front_pic: 'f',
      hand_pic: 'h',
    });
  });

  it('is kept in the tab as texts and ids, and anything else is ignored', () => {
    expect(isCaptureForm(JSON.parse(JSON.stringify(full)))).toBe(true);
    for (const other of [
      null,
      'x',
      {},
      { ...full, name: 7 },
      { ...full, pictures: { front_pic: 7 } },
      { pictures: {} },
    ])
      expect(isCaptureForm(other)).toBe(false);
  });
});
