import { type Decision, ok, refuse } from '@app/base';
import { PICTURE_SIDE, PORTRAIT_SIDE, UPLOAD_BYTES_MAX } from './picture.ts';

/** Purposes that accept uploads. The first is the default of `POST /upload`. */
export const OPEN_PURPOSES = ['avatar', 'identity', 'voucher', 'chat', 'appeal'] as const;
export type OpenPurpose = (typeof OPEN_PURPOSES)[number];

/** Every purpose a client may name; those that are not open are announced. */
export const PURPOSES = [...OPEN_PURPOSES, 'nft'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Public: anybody reads it at its address. Sealed: encrypted, opened for its owner and those who have a grant. */
export type FileMode = 'public' | 'sealed';

/** Whole: scaled down to fit. Square: cropped and scaled to exactly this side. */
export type Shape = 'whole' | 'square';

/** Who may get access besides the owner: single users, everybody with a staff role, or the identity provider. */
export type GranteeKind = 'user' | `staff:${string}` | 'provider:identity';

export type PurposeRule = {
  readonly mode: FileMode;
  readonly shape: Shape;
  /** Longest side of the stored picture, in pixels. */
  readonly side: number;
  /** Maximum size of the upload. */
  readonly bytesMax: number;
  /** Initial value of the setting that limits one user's uploads of this purpose. */
  readonly uploadsPerHour: number;
  readonly grantees: readonly GranteeKind[];
};

const SEALED = { mode: 'sealed', shape: 'whole', side: PICTURE_SIDE, bytesMax: UPLOAD_BYTES_MAX } as const;

/** The database repeats mode and grantees (migration 0035) and refuses what they do not allow; a test compares them. */
export const PURPOSE_RULES: Readonly<Record<OpenPurpose, PurposeRule>> = {
  avatar: {
    mode: 'public',
    shape: 'square',
    side: PORTRAIT_SIDE,
    bytesMax: UPLOAD_BYTES_MAX,
    uploadsPerHour: 60,
    grantees: [],
  },
  identity: { ...SEALED, uploadsPerHour: 30, grantees: ['staff:identity', 'staff:risk', 'provider:identity'] },
  voucher: { ...SEALED, uploadsPerHour: 30, grantees: ['user', 'staff:finance', 'staff:risk', 'staff:support'] },
  chat: { ...SEALED, uploadsPerHour: 60, grantees: ['user', 'staff:support'] },
  appeal: { ...SEALED, uploadsPerHour: 30, grantees: ['staff:finance', 'staff:risk', 'staff:support'] },
};

const isOpen = (purpose: Purpose): purpose is OpenPurpose => Object.hasOwn(PURPOSE_RULES, purpose);

/** Decides whether uploads of a purpose are accepted yet. */
export const checkPurpose = (purpose: Purpose): Decision<OpenPurpose, 'feature_coming_soon'> =>
  isOpen(purpose) ? ok(purpose) : refuse('feature_coming_soon');

/** Returns whether a file of this purpose may be opened for such a grantee. */
export const mayBeGranted = (purpose: OpenPurpose, kind: GranteeKind): boolean =>
  PURPOSE_RULES[purpose].grantees.includes(kind);
