import { expectDefined } from '@app/base';
import { NAMED_ROUTES, type Route } from '@app/protocol';
import * as z from 'zod/mini';

export type NamedRoute = (typeof NAMED_ROUTES)[number];
export type Fields = Readonly<Record<string, unknown>>;

const PASSWORDS = { password: 'correct horse', re_password: 'correct horse' };

/**
 * Fields that a schema cannot know: texts with a meaning, values that must fit each other, ids of seeded rows, and
 * optional fields without which a request does less. All others are examples of the schema.
 */
const WRITTEN: Readonly<Record<string, Fields>> = {
  register: { ...PASSWORDS, country: 'DE' },
  login: { password: 'correct horse' },
  forget: { password: 'correct horse', repassword: 'correct horse' },
  unfreeze: { password: 'correct horse' },
  updatePassword: PASSWORDS,
  bindMobile: { mobile: '4917012345678' },
  setCountry: { country: 'DE' },
  uploadHeadPortrait: { head_portrait: '' },
  editNickname: { nickname: 'Ann' },
  editSignature: { signature: 'Hello' },
  freezeByLink: { token: 'A'.repeat(43) },
  setTradePassword: { password: '4071', re_password: '4071' },
  setPhrase: { phrase: 'blue heron' },
  requestClosing: { password: 'correct horse' },
  addPasskey: { credential: '{}', name: 'Phone' },
  loginWithPasskey: { credential: '{}' },
  startStepUp: { path: '/plus/phrase', fields: '{"phrase":"blue heron"}' },
  proveStepUp: { code: '123456' },
  changeLimit: { kind: 'daily_loss', amount: '100' },
  newsDetail: { id: '1' },
  listSparks: { symbols: 'BTC/USDT' },
  submitIdentity: {
    type: '1',
    document: 'id_card',
    name: 'Mira Kaya',
    card_id: 'X1234567',
    nationality: 'DE',
    front_pic: 'A'.repeat(22),
    reverse_pic: 'B'.repeat(22),
    hand_pic: 'C'.repeat(22),
  },
  listCandles: { from: '1800000000', to: '1800003600' },
  orderFavourites: { symbols: 'BTC/USDT' },
  changeWallet: { currency: 'USDT', to_field: 'exchange', number: '1' },
  quoteConversion: { from_currency_id: '3', to_currency_id: '1', number: '100' },
  convert: { from_currency_id: '3', to_currency_id: '1', number: '100' },
  claimDeposit: { currency: 'USDT', chain: 'ERC20', amount: '20', voucher: 'D'.repeat(22) },
  withdraw: { currency: 'USDT', chain: 'ERC20', amount: '20' },
  payOut: { amount: '100', usd: '75' },
  walletInfo: { account: 'wallet' },
  walletDetail: { currency: 'USDT' },
  listAccountLedger: { account: 'wallet', currency: 'USDT' },
  placeOrder: { currency_id: '1', legal_id: '3', amount: '0.01', target_price: '60000' },
  readContract: { currency_id: '1', legal_id: '3' },
  submitContract: { currency_id: '1', legal_id: '3', share: '1', multiple: '5' },
  submitBet: { match_id: '1', currency_name: 'USDT', type: '1', seconds: '60', number: '5' },
  createExport: { kind: 'statement.csv', period: '2025-10' },
  findPlacedDeal: { key: '01965e3a-0000-7000-8000-000000000001' },
  findPlaced: { key: '01965e3a-0000-7000-8000-000000000001' },
};

/** Returns one valid request of a route. An upload's body is a file and has no fields. */
export function goodRequest([name, route]: NamedRoute): Fields {
  const request = { ...exampleRequest(route), ...WRITTEN[name] };
  const { success, error } = z.safeDecode(route.request, request as never); // Any input; validated here.
  if (success) return request;
  const missing = error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`${name} has no example of ${missing}: describe the field, or write it in good-requests.ts`);
}

/** Returns a route of the protocol by the name of its export. */
export const routeNamed = (name: string): NamedRoute =>
  expectDefined(
    NAMED_ROUTES.find((it) => it[0] === name),
    `the route ${name}`,
  );

/** Routes with fields: the media tests send hostile files to the others. */
export const FIELDS_ROUTES: readonly NamedRoute[] = NAMED_ROUTES.filter(([, { upload }]) => !upload);

/** Names that no longer have a route. */
export const strayNames = (names: Iterable<string>): string[] =>
  [...names].filter((name) => NAMED_ROUTES.every((it) => it[0] !== name));

export const WRITTEN_NAMES: readonly string[] = Object.keys(WRITTEN);

/** Routes that end the caller's session; each gets its own session. */
export const ENDS_SESSION: readonly string[] = ['changeAccount', 'logoutByGet', 'logout', 'freeze'];

type Schema = z.core.$ZodType;

/** Parts of a schema's definition that an example needs; which of them exist depends on its type. */
type Definition = {
  readonly type: string;
  readonly innerType: Schema;
  readonly in: Schema;
  readonly options: readonly Schema[];
  readonly entries: Readonly<Record<string, unknown>>;
  readonly values: readonly unknown[];
};

/**
 * Builds the smallest request that a route's schema describes: its required fields with the examples of the API page.
 * Returns no value for a field whose schema has neither an example nor a fixed set of values.
 */
function exampleRequest({ request }: Route): Record<string, unknown> {
  const fields = Object.entries<Schema>(request.shape).filter(([, schema]) => !isOmitted(schema));
  return Object.fromEntries(
    fields.flatMap(([name, schema]) => {
      const example = exampleOf(schema);
      return example === undefined ? [] : [[name, example]];
    }),
  );
}

const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition; // Read by its type only.
const isOmitted = (schema: Schema) => ['optional', 'default'].includes(definitionOf(schema).type);

function exampleOf(schema: Schema): unknown {
  const { example } = (z.globalRegistry.get(schema) ?? {}) as { example?: unknown };
  if (example !== undefined) return example;
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'pipe': // A codec: what is sent is its input.
      return exampleOf(definition.in);
    case 'nullable':
      return exampleOf(definition.innerType);
    case 'union':
      return definition.options.map(exampleOf).find((each) => each !== undefined);
    case 'enum':
      return Object.values(definition.entries)[0];
    case 'literal':
      return definition.values[0];
    case 'number':
      return 1;
    default:
      return undefined;
  }
}
