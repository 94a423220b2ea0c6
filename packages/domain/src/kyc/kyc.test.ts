import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CAPTURE_STEPS,
  CASE_LEVELS,
  CASE_STATES,
  CHECK_CODES,
  checkDetails,
  checkSubmission,
  checksOf,
  DETAIL_FIELDS,
  type DetailField,
  DOCUMENT_TYPES,
  isChecked,
  isPictureKept,
  isReason,
  KYC_LEVELS,
  levelState,
  maskNumber,
  PICTURES,
  picturesOf,
  REASON_CODES,
  readDetail,
  reasonsOf,
  stepOfPicture,
  stepsToFix,
} from './index.ts';

const FIRST = { name: 'Mira Kaya', card_id: 'x 123-4567', nationality: 'de' };
const SECOND = {
  relatives: 'Deniz  Kaya',
  relationship: 'parent',
  relatives_phone: '+49 (170) 1234-5678',
  relatives_address: '5 Side Street, Boston',
};

describe('the details of a case', () => {
  it('are returned in standard form', () => {
    expect(checkDetails(1, FIRST)).toEqual({
      ok: true,
      value: { name: 'Mira Kaya', card_id: 'X1234567', nationality: 'DE' },
    });
    expect(checkDetails(2, SECOND)).toEqual({
      ok: true,
      value: { ...SECOND, relatives: 'Deniz Kaya', relatives_phone: '+4917012345678' },
    });
  });

  it.each([
    ['name', ['Mira Kaya', '山田 太郎', 'Nguyễn Văn Á', 'O’Neil-Sørensen', 'สมชาย ใจดี', '김민준', "D'Arc, Jr."]],
    ['card_id', ['X1234567', '110101199003077571', 'A 12-34.5', '１２３４５', '12/345678']],
    ['nationality', ['DE', 'tr']],
    ['relatives', ['Li Na']],
    ['relationship', ['parent', 'other']],
    ['relatives_phone', ['+4917012345678', '0812 345 678']],
    ['relatives_address', ['1 Rd, X', '東京都港区1-2-3']],
  ] as const)('%s accepts what people have', (field, texts) => {
    for (const text of texts) expect([text, readDetail(field, text) !== undefined]).toEqual([text, true]);
  });

  it.each([
    [
      'name',
      ['', ' ', 'A', '12345', 'Mira <b>', 'Mira\u0000Kaya', 'Mira\u202eKaya', 'a'.repeat(101), '-Mira', 'x@y.z'],
    ],
    ['card_id', ['', 'ABC', 'ABCDE', '12', '1'.repeat(25), 'Ä12345', '12345;', "1' or 1=1"]],
    ['nationality', ['', 'D', 'DEU', '49']],
    ['relationship', ['', 'friend', 'toString']],
    ['relatives_phone', ['', '12345', 'call me', '+1234567890123456']],
    ['relatives_address', ['', 'Rd', 'a'.repeat(201), 'line\u202e one']],
  ] as const)('%s refuses what is no such thing', (field, texts) => {
    for (const text of texts) expect([text, readDetail(field, text)]).toEqual([text, undefined]);
  });

  it('are complete: without any one of them they are refused', () => {
    for (const [level, all] of [
      [1, FIRST],
      [2, SECOND],
    ] as const)
      for (const field of DETAIL_FIELDS[level])
        expect(checkDetails(level, { ...all, [field]: undefined })).toMatchObject({ code: 'identity_details_wrong' });
  });

  it('are the same after a second reading, and spacing of a number does not matter', () => {
    const fields = Object.values(DETAIL_FIELDS).flat() as DetailField[];
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.string({ unit: 'grapheme' }), (field, text) => {
        const once = readDetail(field, text);
        if (once !== undefined) expect(readDetail(field, once)).toBe(once);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{3,20}[0-9]$/), fc.array(fc.nat({ max: 20 })), (number, gaps) => {
        const spaced = gaps.reduce((text, at) => `${text.slice(0, at)} ${text.slice(at)}`, number.toLowerCase());
        expect(readDetail('card_id', spaced)).toBe(number);
      }),
    );
    expect(maskNumber('X1234567')).toBe('•••• 567');
  });
});

describe('the pictures of a case', () => {
  it('are front, back and hand-held; a passport has no back, level 2 no hand-held one', () => {
    expect(picturesOf(1, 'id_card')).toEqual(['front_pic', 'reverse_pic', 'hand_pic']);
    expect(picturesOf(1, 'passport')).toEqual(['front_pic', 'hand_pic']);
    expect(picturesOf(2, 'id_card')).toEqual(['front_pic', 'reverse_pic']);
    expect(picturesOf(2, 'passport')).toEqual(['front_pic']);
    for (const document of DOCUMENT_TYPES)
      expect(picturesOf(1, document).includes('reverse_pic')).toBe(document !== 'passport');
  });
});

describe('the checklist of an approval', () => {
  it.each(CASE_LEVELS)('of level %s is complete with all of its checks and without none', (level) => {
    const checks = checksOf(level);
    expect(isChecked(level, checks)).toBe(true);
    for (const missing of checks)
      expect([
        missing,
        isChecked(
          level,
          CHECK_CODES.filter((check) => check !== missing),
        ),
      ]).toEqual([missing, false]);
  });
});

describe('the reasons of a rejection', () => {
  it('lead to a step of the form that the level has', () => {
    for (const level of CASE_LEVELS) {
      const steps = ['document', 'details', ...picturesOf(level, 'id_card').map(stepOfPicture)];
      for (const code of reasonsOf(level)) for (const step of stepsToFix([code])) expect(steps).toContain(step);
    }
    expect([...new Set(CASE_LEVELS.flatMap(reasonsOf))].toSorted()).toEqual(REASON_CODES.toSorted());
    expect([isReason('front_glare'), isReason('toString'), isReason('')]).toEqual([true, false, false]);
  });

  it('keep exactly the pictures of other steps, and none of a document that must be replaced', () => {
    fc.assert(
      fc.property(fc.subarray([...REASON_CODES]), (reasons) => {
        const steps = stepsToFix(reasons);
        expect(steps).toEqual(CAPTURE_STEPS.filter((step) => steps.includes(step)));
        for (const picture of PICTURES)
          expect(isPictureKept(picture, reasons)).toBe(
            !steps.includes('document') && !steps.includes(stepOfPicture(picture)),
          );
      }),
    );
  });
});

describe('a submission', () => {
  const all = CASE_LEVELS.flatMap((level) =>
    KYC_LEVELS.flatMap((verification) =>
      [undefined, ...CASE_STATES].map((newest) => ({ level, verification, newest })),
    ),
  );

  it.each(all)('for level $level at level $verification after $newest', ({ level, verification, newest }) => {
    const isOpen = newest === undefined || ['rejected', 'expired', 'withdrawn'].includes(newest);
    const expected =
      newest === 'under_review'
        ? 'identity_under_review'
        : !isOpen || verification >= level
          ? 'identity_verified_already'
          : level === 2 && verification < 1
            ? 'identity_required'
            : undefined;
    const decision = checkSubmission(level, { verification, newest });
    expect(decision.ok ? undefined : decision.code).toBe(expected);
  });

  it('leaves a level whose approval ended as if it was never checked', () => {
    expect([undefined, ...CASE_STATES].map(levelState)).toEqual([
      'not_verified',
      'under_review',
      'verified',
      'rejected',
      'not_verified',
      'not_verified',
    ]);
  });
});
