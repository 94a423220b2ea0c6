import * as z from 'zod/mini';
import { amount } from '../fields.ts';
import { route } from '../route.ts';

export const getLevelList = route({
  method: 'GET',
  path: '/getLevelList',
  access: 'visitor',
  description: 'Returns what each level of verification allows.',
  request: z.object({}),
  response: z.object({
    list: z.array(
      z.object({
        level: z.int(),
        /** In BTC, within 24 hours; zero before the first level. */
        withdraw_limit_btc: amount,
        /** In USDT, for one fiat order. */
        fiat_limit_usdt: amount,
      }),
    ),
  }),
  refusals: [],
});
