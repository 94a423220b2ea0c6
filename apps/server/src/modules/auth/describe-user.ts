import type { Book } from '@app/domain/ledger';
import type { Output } from '@app/protocol';
import type { userInfo } from '@app/protocol/auth';
import type { UserRow } from './user.store.ts';

export type User = Output<typeof userInfo>;

/** A user as they are shown to themselves, in the book their session sees. */
export const describeUser = ({ id, account, nickname, invite_code, created_at }: UserRow, book: Book): User => ({
  id,
  account,
  nickname,
  invite_code,
  book,
  created_at: created_at.getTime(),
});
