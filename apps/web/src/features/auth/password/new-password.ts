/** New password, as typed twice. */
export type NewPassword = {
  readonly password: string;
  readonly repeated: string;
  /** Whether the user has left the repetition: it is no longer half typed. */
  readonly hasLeft?: boolean;
};

export const NO_PASSWORD: NewPassword = { password: '', repeated: '' };

/** Returns what is still missing; the button shows it. */
export function missingOfPassword(chosen: NewPassword): 'password' | 'repeat' | 'differ' | undefined {
  const { isLongEnough, isUncommon } = strengthOf(chosen.password);
  if (!isLongEnough || !isUncommon) return 'password';
  if (passwordsDiffer(chosen)) return 'differ';
  return chosen.repeated === chosen.password ? undefined : 'repeat';
}

/** Whether the repetition is wrong: it was left, or can no longer become correct by further typing. */
export const passwordsDiffer = ({ password, repeated, hasLeft = false }: NewPassword) =>
  repeated !== '' && (hasLeft ? repeated !== password : !password.startsWith(repeated));

/** Decisions, "Login password": longer than 6 characters. The server's rule is authoritative; this one is a hint. */
export const PASSWORD_LENGTH_MIN = 7;

const LENGTH_STRONG = 12;
const COMMON = [
  'password',
  'qwerty',
  'abc123',
  'letmein',
  'iloveyou',
  'welcome',
  'admin',
  'dragon',
  'monkey',
  'tidemark',
];
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u];
const MIXED = [/\p{L}/u, /\d/, /[^\p{L}\d]/u];

type Strength = {
  readonly isLongEnough: boolean;
  readonly isUncommon: boolean;
  readonly isStrong: boolean;
  /** For the gauge, whose marks are at 35 and 70. */
  readonly percent: number;
};

export function strengthOf(password: string): Strength {
  const length = [...password].length;
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const isLongEnough = length >= PASSWORD_LENGTH_MIN;
  const isUncommon = length > 0 && !isCommon(password);
  const isMixed = MIXED.every((kind) => kind.test(password));
  const isStrong = isLongEnough && isUncommon && (length >= LENGTH_STRONG || isMixed);
  const reached = Math.min(100, length * 4 + kinds * 8);
  const most = isStrong ? 100 : isLongEnough && isUncommon ? 69 : 34;
  return { isLongEnough, isUncommon, isStrong, percent: length === 0 ? 0 : Math.min(reached, most) };
}

function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  const isRun = '01234567890123456789'.includes(plain) || '98765432109876543210'.includes(plain);
  return isRun || new Set(plain).size < 3 || COMMON.some((word) => plain.replace(/[\d\W]+$/, '') === word);
}
