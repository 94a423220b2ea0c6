import { isNumericCode } from '@app/domain/checks';
import { type Amount, type Decimal, formatDecimal, type Rate, readDecimal } from '@app/money';
import * as z from 'zod/mini';

/**
 * Field codecs of the wire. A form sends text, JSON may send numbers: both are read, one form is written. Each codec
 * decodes on the server and encodes in the browser, so the two cannot drift.
 */
const problem = (message: string, input: unknown) => ({ code: 'custom', message, input }) as const;

const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string, example: unknown): Schema => {
  z.globalRegistry.add(schema, { description, example });
  return schema;
};

function decimal<Kind extends Decimal>(description: string, isAllowed: (value: Kind) => boolean) {
  const text = described(z.string().check(z.maxLength(40)), description, '12.5');
  return z.codec(
    text,
    z.custom<Kind>((value) => typeof value === 'bigint'),
    {
      decode: (input, context) => {
        const value = readDecimal<Kind>(input);
        if (value !== undefined && isAllowed(value)) return value;
        context.issues.push(problem('not an allowed decimal', input));
        return z.NEVER;
      },
      encode: formatDecimal,
    },
  );
}

/** Amount entered by a user: above zero. */
export const positiveAmount = decimal<Amount>(
  'An amount above zero: decimal text, up to 20 digits and 18 places.',
  (it) => it > 0n,
);
/** Amount for display. */
export const amount = decimal<Amount>('An amount: decimal text with up to 18 places.', () => true);

/** A share: 0.001 is a tenth of a percent. */
export const rate = decimal<Rate>('A rate: decimal text; 0.001 is 0.1 %.', (it) => it >= 0n);

/** Largest id a database column holds: beyond it a query would be a defect instead of a refusal. */
const LARGEST_ID = 2n ** 63n - 1n;

/** Id as decimal text; it may exceed JavaScript's safe integers. */
export const id = z.codec(
  described(z.string().check(z.regex(/^[1-9]\d{0,18}$/)), 'An id: decimal text.', '247510912204800001'),
  z.bigint(),
  {
    decode: (text, context) => {
      const value = BigInt(text);
      if (value <= LARGEST_ID) return value;
      context.issues.push(problem('larger than any id', text));
      return z.NEVER;
    },
    encode: String,
  },
);

/** Id of an uploaded picture: 128 random bits. */
export const mediaId = described(
  z.string().check(z.regex(/^[\w-]{22}$/)),
  'The id of a picture: the last 22 characters of the path that `/upload` returned.',
  'AAAAAAAAAAAAAAAAAAAAAA',
);

/** Milliseconds since 1970, UTC. */
export const timeMs = described(z.int().check(z.gte(0)), 'Milliseconds since 1970-01-01 UTC.', 1_800_000_000_000);

/** The same in a request, where a form can only send text. */
export const sentTimeMs = z.codec(
  described(
    z.union([z.int(), z.string().check(z.regex(/^\d{1,16}$/))]),
    'Milliseconds since 1970-01-01 UTC.',
    1_800_000_000_000,
  ),
  z.int().check(z.gte(0)),
  { decode: Number, encode: (value) => value },
);

/** 0 or 1 on the wire, as number or form text. */
export const flag = z.codec(
  described(z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]), '0 or 1.', 1),
  z.boolean(),
  { decode: (value) => Number(value) === 1, encode: (value) => (value ? 1 : 0) },
);

/** Builds a whole number of a request, as number or form text. */
export const count = (range: { min: number; max: number }, description: string) =>
  z.codec(
    described(z.union([z.int(), z.string().check(z.regex(/^\d{1,9}$/))]), description, range.min),
    z.int().check(z.gte(range.min), z.lte(range.max)),
    { decode: Number, encode: (value) => value },
  );

/** Rows that `page` reaches; `before` reaches all of them. */
export const PAGED_ROWS_MAX = 1_000;
/** Largest total of a list: that many rows, or more. */
export const TOTAL_MAX = 1_000;

/**
 * Paging of lists: `page` from 1, `limit` 10 by default, at most 100 (decisions, "The wire"). `page` reaches the first
 * thousand rows only; `before` is the `next` of the page before and reaches all rows, each of them once.
 */
export const paging = {
  page: z._default(
    count({ min: 1, max: PAGED_ROWS_MAX }, 'The page, from 1. It must begin within the first 1,000 rows.'),
    1,
  ),
  limit: z._default(count({ min: 1, max: 100 }, 'Rows a page, at most 100.'), 10),
  before: z.optional(id),
};

/**
 * A page of a list. `total` is at most 1,000, which means that many or more, and null where the page was requested with
 * `before`; `next` is null on the last page.
 */
export const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ list: z.array(item), page: z.int(), limit: z.int(), total: z.nullable(z.int()), next: z.nullable(id) });

/**
 * Builds a code of a fixed number of digits, leading zeros included; the length is stated separately, so that a
 * document can show it.
 */
export const numericCode = (digits: number, description: string, example: string) =>
  described(
    z.string().check(
      z.length(digits),
      z.refine((text) => isNumericCode(text, digits)),
    ),
    description,
    example,
  );

/** Builds a text of bounded length; control characters are refused. */
export const text = (max: number, description: string, example: string) =>
  described(z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^\P{Cc}*$/u)), description, example);

/** Builds a text that says something: white space alone is refused. */
export const sentence = (max: number, description: string, example: string) =>
  described(
    z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^\P{Cc}*$/u), z.regex(/\S/)),
    description,
    example,
  );

/** Builds a field the server never trusts: read, ignored and never written (decisions: "server values win"). */
export const ignored = (description: string) =>
  described(z.optional(z.unknown()), `${description} Ignored: the server's value wins.`, null);
