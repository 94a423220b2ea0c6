import * as routes from '@app/protocol/payee';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import type { AuthDeps } from '../auth/index.ts';
import { readBank, saveBank } from './bank.ts';
import { findAddresses, listAddresses, removeAddress } from './list-addresses.ts';
import { saveAddress } from './save-address.ts';

/** Maps between wire and domain types and nothing else: a business rule found here is in the wrong file. */
export function payeeRoutes(http: Http, deps: AuthDeps): void {
  for (const route of [routes.saveAddress, routes.editAddress])
    serve(http, route, (input, caller, { idempotencyKey: key, lang }) =>
      saveAddress(deps, caller, { route, input, key, lang }),
    );
  serve(http, routes.listAddresses, (page, { userId }) => listAddresses(deps, userId, page));
  serve(http, routes.findAddresses, ({ currency }, { userId }) => findAddresses(deps.db, userId, currency));
  for (const route of [routes.removeAddress, routes.removeAddressByGet])
    serve(http, route, ({ id }, { userId }, { lang }) => removeAddress(deps, { userId, id, lang }));
  serve(http, routes.saveBank, (input, caller, { idempotencyKey: key, lang }) =>
    saveBank(deps, caller, { input, key, lang }),
  );
  serve(http, routes.readBank, (_input, { userId }) => readBank(deps, userId));
}
