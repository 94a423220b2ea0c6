import { expectDefined } from '@app/base';
import { checkProven, type Factor, type NeededFactors } from '@app/domain/auth';
import type { CodePurpose } from '@app/protocol';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import { findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { newestAccount } from '../code/code.store.ts';
import type { CodeTry } from '../code/try-code.ts';
import { compareFactors, namesOf, type ShownFactors } from './show-factors.ts';

/** Factors sent in the call they prove. */
export type Inline = {
  readonly tradePassword?: string | undefined;
  readonly code?: string | undefined;
  readonly googleCode?: string | undefined;
};

type InlineProof = { readonly userId: bigint; readonly needed: NeededFactors; readonly codePurpose: CodePurpose };

/**
 * Proves the factors sent in the call. Factors that are not required are not compared, because they could only fail; if
 * all of them together would not suffice, none is compared.
 */
export async function proveInline(deps: AuthDeps, request: InlineProof, inline: Inline): Promise<ShownFactors> {
  const pick = (factor: Factor, text: string | undefined) =>
    request.needed.flat().includes(factor) ? text : undefined;
  const trade_password = pick('trade_password', inline.tradePassword);
  const google_code = pick('google_code', inline.googleCode);
  const digits = pick('code', inline.code);
  accept(checkProven(request.needed, namesOf({ trade_password, google_code, code: digits })));
  const code = digits === undefined ? undefined : await addressCode(deps, request, digits);
  return await compareFactors(deps, request.userId, { trade_password, google_code, code });
}

/**
 * Resolves the address of a code: it is compared with the newest code for this purpose, whichever of the user's
 * addresses that was sent to.
 */
async function addressCode(
  { transact }: AuthDeps,
  { userId, codePurpose }: InlineProof,
  code: string,
): Promise<CodeTry> {
  const account = await transact(async (tx) => {
    const { email, mobile } = expectDefined(await findUser(tx, userId), 'the user of a session');
    const addresses = [email, mobile].filter((address) => address !== null);
    return await newestAccount(tx, addresses, codePurpose);
  });
  return { account: account ?? refuseWith('code_wrong'), purpose: codePurpose, code };
}
