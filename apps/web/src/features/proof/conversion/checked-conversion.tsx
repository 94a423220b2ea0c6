import { type Amount, amountForSpeech, type Decimal, type Rate, showPercent, showPrice } from '@app/money';
import { CoinIcon, Hash, Icon, Tag } from '@app/ui';
import { type ConversionReceipt, receivedOf, toHex } from '@app/verifier';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Text, useText } from '../../../data/app/texts.ts';
import { Figures } from '../check/check-parts.tsx';
import { KeptHere } from '../check/kept-here-view.tsx';
import { addressOf, FORM } from '../check/read-address.ts';
import { standingOf } from '../check/standing.ts';
import { VerdictHead, WhatIsWrong } from '../check/verdict-head.tsx';
import { ChainOfBlocks } from '../price/chain-of-blocks.tsx';
import { asSent, keptHead } from '../price/evidence.ts';
import { EvidenceKeys } from '../price/evidence-keys.tsx';
import { EvidenceList } from '../price/evidence-list.tsx';
import { EvidenceRows } from '../price/evidence-rows.tsx';
import { priceReasons } from '../price/price-verdict.tsx';
import { readLeaf } from '../price/read-leaf.ts';
import type { ConversionCheck } from './check-conversion.ts';
import type { ConversionFailure, ConversionVerdict } from './judge-conversion.ts';

/** Shows the verdict first, then the conversion, and last what a receipt cannot prove. */
export function CheckedConversion({ check }: { check: ConversionCheck }) {
  const text = useText();
  const { verdict, query, answer, prices, tookMs } = check;
  const { kind } = verdict;
  const receipt = verdict.judged?.receipt;
  const [price] = prices;
  return (
    <div className="pb-6">
      <VerdictHead standing={standingOf(verdict)} title={conversionTitle(verdict, text)} tookMs={tookMs}>
        {(kind === 'wrong' || kind === 'rewritten') && (
          <WhatIsWrong reasons={reasonsOf(verdict, text)} advice={text(`proof.receipt.${kind}.text`)} />
        )}
      </VerdictHead>
      {receipt !== undefined && <Recomputed verdict={verdict} receipt={receipt} />}
      {price !== undefined && (
        <>
          <ChainOfBlocks check={price} />
          <EvidenceList check={price} />
          <KeptHere check={price} />
        </>
      )}
      <details className="mt-4 px-gutter text-label text-ink-2">
        <summary className="hit py-2 font-medium text-ink">{text('proof.receipt.not_proven.title')}</summary>
        <p className="pb-2">{text('proof.convert.not_proven')}</p>
      </details>
      <EvidenceKeys
        evidence={() => asSent(answer)}
        onlineCommand={`npm run verify -- ${location.origin} receipt ${query.id}${keptHead(price?.verdict)}`}
        fromFile={`npm run verify -- receipt receipt.json ${query.id}`}
        fileHint={text('proof.receipt.file')}
        other={{ label: text('proof.receipt.other'), to: FORM }}
      />
    </div>
  );
}

/** Returns the title of a verdict: one whose last check only follows is correct so far. */
export function conversionTitle(verdict: ConversionVerdict, text: Text): string {
  const { kind } = verdict;
  if (kind === 'rewritten') return text('proof.rewritten');
  if (kind === 'wrong') return text('proof.convert.wrong');
  return text(standingOf(verdict) === 'doubtful' ? 'proof.sealed' : 'proof.convert.correct');
}

const reasonsOf = ({ findings, judged }: ConversionVerdict, text: Text): string[] => [
  ...new Set([
    ...findings.map((name) => text(FAILS[name])),
    ...(judged?.prices ?? []).flatMap(({ verdict }) => priceReasons(verdict, text)),
  ]),
];

/** What each finding means; those that trades have too are said in the same words. */
const FAILS = {
  unreadable: 'proof.receipt.fails.unreadable',
  kind: 'proof.convert.fails.kind',
  asked: 'proof.convert.fails.asked',
  book: 'proof.receipt.fails.book',
  published: 'proof.receipt.fails.published',
  sealed: 'proof.receipt.fails.sealed',
  time: 'proof.convert.fails.time',
  locked: 'proof.convert.fails.locked',
  age: 'proof.convert.fails.age',
  rule: 'proof.receipt.fails.rule',
  pair: 'proof.convert.fails.pair',
  terms: 'proof.convert.fails.terms',
  amounts: 'proof.convert.fails.amounts',
  received: 'proof.convert.fails.received',
  unsealed: 'proof.convert.fails.unsealed',
  'seal.blocks': 'proof.receipt.fails.seal.blocks',
  'seal.signature': 'proof.receipt.fails.seal.signature',
  'seal.head': 'proof.receipt.fails.seal.head',
  'seal.sealed': 'proof.receipt.fails.seal.sealed',
  'seal.soon': 'proof.convert.fails.seal.soon',
  'seal.history': 'proof.convert.fails.seal.history',
  'seal.newest': 'proof.convert.fails.seal.newest',
} as const satisfies Record<ConversionFailure, string>;

/** Checked parts of a conversion, in logical order, and the findings against each. */
const PIECES = {
  receipt: ['unreadable', 'kind', 'asked', 'book', 'time'],
  seal: ['unreadable', 'unsealed', 'seal.blocks', 'seal.signature', 'seal.head', 'seal.sealed', 'seal.soon'],
  settings: ['unreadable', 'published', 'terms'],
  index: ['unreadable', 'sealed', 'pair', 'seal.history'],
  newest: ['unreadable', 'unsealed', 'age', 'seal.newest', 'seal.blocks'],
  locked: ['unreadable', 'locked'],
  rule: ['unreadable', 'rule'],
  received: ['unreadable', 'amounts', 'received', 'pair', 'terms'],
} as const satisfies Record<string, readonly ConversionFailure[]>;
type Piece = keyof typeof PIECES;

/** Returns the state of a part; a price without a head leaves it open, and so does a seal that is awaited. */
function resultOf(piece: Piece, { kind, findings, judged }: ConversionVerdict): 'holds' | 'fails' | 'open' {
  const against: readonly ConversionFailure[] = PIECES[piece];
  const kinds = piece === 'index' ? (judged?.prices ?? []).map(({ verdict }) => verdict.kind) : [];
  if (findings.some((it) => against.includes(it)) || kinds.some((it) => it === 'wrong' || it === 'rewritten'))
    return 'fails';
  const isAwaited = kind === 'awaited' && (piece === 'seal' || piece === 'newest');
  return isAwaited || kinds.includes('sealed') ? 'open' : 'holds';
}

function Recomputed({ verdict, receipt }: { verdict: ConversionVerdict; receipt: ConversionReceipt }) {
  const text = useText();
  const { conversion, issued } = receipt;
  const { amount, received, from, to } = conversion;
  const own = tryReceived(receipt);
  const difference = own === undefined ? undefined : received - own;
  const shown = (value: bigint | undefined) => (value === undefined ? NONE : `${speech(value)} ${to}`);
  const values = valuesOf(receipt, text);
  const pieces = Object.keys(PIECES) as Piece[]; // The table's own keys.
  return (
    <>
      <section className="mx-gutter mt-4 rounded-card bg-s1 p-4">
        <div className="flex items-center gap-2">
          <CoinIcon code={from} size={24} />
          <Icon name="arrow-right" size={16} />
          <CoinIcon code={to} size={24} />
          {issued.body.book === 'demo' && <Tag>{text('proof.receipt.demo')}</Tag>}
        </div>
        <p className="mt-2 text-body wrap-anywhere">
          {text('proof.convert.text', { amount: speech(amount), from, received: speech(received), to })}
        </p>
      </section>
      <Figures
        figures={[
          { label: text('proof.server'), value: shown(received) },
          { label: text('proof.browser'), value: shown(own) },
          {
            label: text('proof.difference'),
            value: shown(difference),
            ink: difference === 0n ? 'text-ok' : 'text-danger',
          },
        ]}
      />
      <EvidenceRows
        title={text('proof.convert.checks')}
        pieces={pieces.map((name) => ({
          name,
          label: text(
            name === 'locked' || name === 'received' ? `proof.convert.piece.${name}` : `proof.receipt.piece.${name}`,
          ),
          result: resultOf(name, verdict),
          value: values[name],
        }))}
      />
    </>
  );
}

/** Shown in place of what is not known. */
const NONE = '—';
const speech = (value: bigint) => amountForSpeech(value as Amount); // Integers of 10⁻¹⁸, like ours.

function tryReceived({ conversion }: ConversionReceipt): bigint | undefined {
  try {
    return receivedOf(conversion);
  } catch {
    return undefined;
  }
}

/** Returns the age of the older price when the rate was locked. */
function ageOf(proofs: ConversionReceipt['proofs'], quotedMs: number): number {
  const ages = proofs.map(({ leaf }) => quotedMs - (readLeaf(toHex(leaf))?.atMs ?? quotedMs));
  return Math.max(0, ...ages);
}

function valuesOf({ id, conversion, issued, seal, proofs, quotedMs, atMs }: ConversionReceipt, text: Text) {
  const { legs, settings } = issued.body;
  const block = seal?.blocks.at(-1)?.header.number;
  return {
    receipt: <Hash value={id} />,
    seal: block === undefined ? NONE : text('proof.block', { number: block }),
    settings: `${text('proof.receipt.version', { version: settings.version })} · ${showPercent(conversion.spreadRate as Rate).replace('+', '')}`,
    index: (
      <span className="grid justify-items-end gap-1">
        {legs.map(({ symbol, seq }, at) => (
          <Link key={symbol} className="hit text-brand" to={addressOf(symbol, seq)}>
            {symbol} {showPrice((conversion.legs[at]?.price ?? 0n) as Decimal)}
          </Link>
        ))}
      </span>
    ),
    newest: text('proof.age', { ms: ageOf(proofs, quotedMs) }),
    locked: text('proof.convert.locked', {
      seconds: ((atMs - quotedMs) / 1_000).toFixed(1),
      total: conversion.lockSeconds,
    }),
    rule: `${conversion.rule} ${conversion.version}`,
    received: `${speech(conversion.received)} ${conversion.to}`,
  } satisfies Record<Piece, ReactNode>;
}
