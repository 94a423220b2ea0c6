import { expectDefined } from '@app/base';
import { authSettings } from '@app/domain/auth';
import { referenceSettings } from '@app/domain/reference';
import type { Output } from '@app/protocol';
import type { acceptedTerms, terms } from '@app/protocol/auth';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { findAcceptedTerms } from './user.store.ts';

/** Returns the version that an account opened now accepts. */
export async function readTerms({ settings }: Pick<AuthDeps, 'settings'>): Promise<Output<typeof terms>> {
  const { value: version } = await settings.read(authSettings.termsVersion);
  const { value: operator } = await settings.read(referenceSettings.operatorName);
  return { version, operator };
}

/** Returns the version recorded with the caller's account. An account accepts terms when it is opened, at no other time. */
export async function readAcceptedTerms(
  { transact }: Pick<AuthDeps, 'transact'>,
  { userId }: Caller,
): Promise<Output<typeof acceptedTerms>> {
  const found = await transact((tx) => findAcceptedTerms(tx, userId));
  const { version, at } = expectDefined(found, 'the user of a session');
  return { version, at: at.getTime() };
}
