import { CHAINS } from '@app/domain/payee';
import * as z from 'zod/mini';
import { flag, id, listOf, paging, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { stepUpFields } from '../step-up-fields.ts';
import { tradePassword, waitHours } from './fields.ts';

const currency = text(10, 'Code of the coin.', 'USDT');

/** A saved withdrawal address. An edit that changes more than the name gives it a new id. */
const address = z.object({
  id,
  currency,
  chain: z.enum(CHAINS),
  address: z.string(),
  name: z.string(),
  created_at: timeMs,
  /** When it can receive money. */
  usable_at: timeMs,
  is_usable: flag,
});

const destination = {
  currency,
  chain: z.optional(z.enum(CHAINS)),
  /** Longer than any address, so that a mistake is explained and not merely malformed. */
  address: text(200, 'The address, in the form its network uses.', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  name: text(640, 'A name for the address, up to 20 characters.', 'Cold wallet'),
  /** The user has compared it with the saved address it looks like. */
  confirm_alike: z.optional(flag),
  password: z.optional(tradePassword),
  ...stepUpFields,
};

const saving = {
  method: 'POST',
  access: 'user',
  response: address,
  refusals: [
    'address_has_asterisk',
    'address_malformed',
    'address_checksum_wrong',
    'address_of_other_chain',
    'address_of_test_network',
    'chain_of_other_coin',
    'address_name_wrong',
    'address_saved_already',
    'address_looks_alike',
    'address_limit',
    'not_found',
  ],
  effect: true,
  stepUp: { policy: 'trade', codePurpose: 'payee' },
} as const;

export const saveAddress = route({
  ...saving,
  path: '/user/wallet/save',
  description:
    'Saves a withdrawal address, at most three, which can receive money after a waiting period; with `id` it edits that one. Without `chain` the address decides. Requires the trade password.',
  request: z.object({ ...destination, id: z.optional(id) }),
});

export const editAddress = route({
  ...saving,
  path: '/user/edituser_address',
  description:
    'Edits a saved address. A new name applies at once; anything else gives it a new id and a new waiting period. Requires the trade password.',
  request: z.object({ ...destination, id }),
});

export const listAddresses = route({
  method: 'GET',
  path: '/user/wallet/list',
  access: 'user',
  description: 'Lists the caller’s saved withdrawal addresses, newest first, and how long a new one waits.',
  request: z.object({ ...paging }),
  response: z.extend(listOf(address), { wait_hours: waitHours }),
  refusals: [],
});

export const findAddresses = route({
  method: 'POST',
  path: '/user/getAddress',
  access: 'user',
  description: 'Lists the caller’s saved withdrawal addresses of one coin, newest first.',
  request: z.object({ currency }),
  response: z.object({ list: z.array(address) }),
  refusals: [],
});

const removal = {
  path: '/user/delUserAddress',
  access: 'user',
  request: z.object({ id }),
  response: z.object({}),
  refusals: ['not_found'],
} as const;

export const removeAddressByGet = route({
  ...removal,
  method: 'GET',
  description: 'Deletes a saved address (method of the specification). Deleting it again changes nothing.',
});

export const removeAddress = route({
  ...removal,
  method: 'POST',
  description: 'Deletes a saved address. Deleting it again changes nothing.',
  beyond: true,
});
