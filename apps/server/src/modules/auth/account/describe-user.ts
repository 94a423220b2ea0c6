import { COUNTRIES, maskedEmail, maskedMobile } from '@app/domain/auth';
import type { Mode } from '@app/domain/ledger';
import { mayUse, productSwitch, RISKY_PRODUCTS } from '@app/domain/reference';
import type { Output } from '@app/protocol';
import type { userInfo } from '@app/protocol/auth';
import type { Reader } from '../../../platform/db/database.ts';
import { mediaUrl } from '../../media/index.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { findUser, type UserRow } from './user.store.ts';

export type User = Output<typeof userInfo>;

/** Describes a user to themselves, in the mode of their session. */
export async function describeUser({ settings }: Pick<AuthDeps, 'settings'>, row: UserRow, mode: Mode): Promise<User> {
  return {
    id: row.id,
    account: row.account,
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    nickname: row.nickname,
    signature: row.signature,
    avatar: row.avatar_id === null ? '' : mediaUrl(row.avatar_id),
    invite_code: row.invite_code,
    country: row.country ?? '',
    level: row.verification,
    book: mode,
    created_at: row.created_at.getTime(),
    withdrawals_held_until: row.withdrawals_held_until?.getTime() ?? null,
    closing_at: row.closing_due_at?.getTime() ?? null,
    products: await readProducts(settings, row.country ?? undefined),
  };
}

/** Returns which risky products are available in a country. */
async function readProducts(settings: AuthDeps['settings'], country: string | undefined): Promise<User['products']> {
  const open = RISKY_PRODUCTS.map(async (product) => {
    const { value } = await settings.read(productSwitch(product));
    return [product, mayUse(value, country).ok] as const;
  });
  return Object.fromEntries(await Promise.all(open)) as User['products']; // One entry per product.
}

/** Names a user on a document: the nickname and the masked address or number. */
export async function nameHolder(db: Reader, userId: bigint): Promise<string> {
  const user = await findUser(db, userId);
  if (user === undefined) return '';
  const dials = COUNTRIES.map(({ dial }) => dial);
  const contact = user.email === null ? maskedMobile(user.mobile ?? '', dials) : maskedEmail(user.email);
  return `${user.nickname}, ${contact}`;
}
