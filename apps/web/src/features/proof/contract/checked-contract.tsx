import { Hash } from '@app/ui';
import { type ContractReceipt, divide, entriesOf, exitOf, nightOf } from '@app/verifier';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Text, type TextKey, useText } from '../../../data/app/texts.ts';
import { Figures } from '../check/check-parts.tsx';
import { KeptHere } from '../check/kept-here-view.tsx';
import { useMoments } from '../check/moments.ts';
import { addressOf, FORM } from '../check/read-address.ts';
import { standingOf } from '../check/standing.ts';
import { VerdictHead, WhatIsWrong } from '../check/verdict-head.tsx';
import { ChainOfBlocks } from '../price/chain-of-blocks.tsx';
import { asSent, keptHead } from '../price/evidence.ts';
import { EvidenceKeys } from '../price/evidence-keys.tsx';
import { EvidenceList } from '../price/evidence-list.tsx';
import { EvidenceRows } from '../price/evidence-rows.tsx';
import { priceReasons } from '../price/price-verdict.tsx';
import type { ContractCheck } from './check-contract.ts';
import { ContractCard } from './contract-card.tsx';
import { causeText, type Format, formatWith, NONE } from './contract-facts.ts';
import { FAILS, PIECES, type Piece, resultOf } from './contract-pieces.ts';
import type { ContractVerdict } from './judge-contract.ts';

/** Shows the verdict first, then what happened, and last what a receipt cannot prove. */
export function CheckedContract({ check }: { check: ContractCheck }) {
  const text = useText();
  const { verdict, query, answer, prices, precision, tookMs } = check;
  const { kind } = verdict;
  const receipt = verdict.judged?.receipt;
  const [price] = prices;
  return (
    <div className="pb-6">
      <VerdictHead standing={standingOf(verdict)} title={contractTitle(verdict, text)} tookMs={tookMs}>
        {(kind === 'wrong' || kind === 'rewritten') && (
          <WhatIsWrong reasons={reasonsOf(verdict, text)} advice={text(`proof.receipt.${kind}.text`)} />
        )}
      </VerdictHead>
      {receipt !== undefined && <Recomputed verdict={verdict} receipt={receipt} format={formatWith(precision)} />}
      {price !== undefined && (
        <>
          <ChainOfBlocks check={price} />
          <EvidenceList check={price} />
          <KeptHere check={price} />
        </>
      )}
      <details className="mt-4 px-gutter text-label text-ink-2">
        <summary className="hit py-2 font-medium text-ink">{text('proof.receipt.not_proven.title')}</summary>
        <p className="pb-2">{text('proof.contract.not_proven')}</p>
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
export function contractTitle(verdict: Pick<ContractVerdict, 'kind' | 'isHeadDue'>, text: Text): string {
  const { kind } = verdict;
  if (kind === 'rewritten') return text('proof.rewritten');
  if (kind === 'wrong') return text('proof.contract.wrong');
  return text(standingOf(verdict) === 'doubtful' ? 'proof.sealed' : 'proof.contract.correct');
}

const reasonsOf = ({ findings, judged }: ContractVerdict, text: Text): string[] => [
  ...new Set([
    ...findings.map((name) => text(FAILS[name])),
    ...(judged?.prices ?? []).flatMap(({ verdict }) => priceReasons(verdict, text)),
  ]),
];

type Props = { verdict: ContractVerdict; receipt: ContractReceipt; format: Format };

function Recomputed({ verdict, receipt, format }: Props) {
  const text = useText();
  const { time } = useMoments();
  const { published, own, show, exactly = show, label } = comparisonOf(receipt, format);
  const difference = own === undefined ? undefined : published - own;
  const values = valuesOf(receipt, { text, format, time });
  return (
    <>
      <ContractCard receipt={receipt} format={format} />
      <p className="mx-gutter mt-4 text-label text-ink-3">{text(label)}</p>
      <Figures
        figures={[
          { label: text('proof.server'), value: show(published) },
          { label: text('proof.browser'), value: own === undefined ? NONE : show(own) },
          {
            label: text('proof.difference'),
            value: difference === undefined ? NONE : exactly(difference),
            ink: difference === 0n ? 'text-ok' : 'text-danger',
          },
        ]}
      />
      <EvidenceRows
        title={text('proof.contract.checks')}
        pieces={PIECES[receipt.outcome.kind].map((name: Piece) => ({
          name,
          label: text(labelOf(name)),
          result: resultOf(name, verdict),
          value: values[name],
        }))}
      />
    </>
  );
}

type Comparison = {
  readonly published: bigint;
  readonly own: bigint | undefined;
  readonly show: (value: bigint) => string;
  /** Shows a difference, which may be smaller than the places shown. */
  readonly exactly?: (value: bigint) => string;
  readonly label: TextKey;
};

/** Returns the figure that matters most of each kind, and the same one computed on this device. */
function comparisonOf({ outcome }: ContractReceipt, format: Format): Comparison {
  switch (outcome.kind) {
    case 'open': {
      const { entry } = outcome.position;
      const entries = tryTo(() => entriesOf(outcome));
      const own = entries?.find((it) => it === entry) ?? entries?.[0];
      return { published: entry, own, show: format.price, label: 'proof.contract.entry' };
    }
    case 'settlement': {
      const own = tryTo(() => divide(outcome, exitOf(outcome)).returned);
      const published = outcome.division.returned;
      return { published, own, show: format.money, exactly: format.exactly, label: 'proof.contract.piece.returned' };
    }
    case 'overnight': {
      const published = outcome.indexAfter - outcome.indexBefore;
      const own = tryTo(() => nightOf(outcome));
      return { published, own, show: format.exactly, label: 'proof.contract.piece.night' };
    }
  }
}

/** Computes a figure of a receipt that may be nonsense; undefined where it has none. */
function tryTo<Value>(compute: () => Value): Value | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}

/** Parts that trades have too are named in the same words. */
function labelOf(piece: Piece) {
  switch (piece) {
    case 'receipt':
    case 'seal':
    case 'settings':
    case 'index':
    case 'rule':
    case 'price':
      return `proof.receipt.piece.${piece}` as const;
    case 'fee':
      return 'proof.contract.fee.open';
    default:
      return `proof.contract.piece.${piece}` as const;
  }
}

type Reading = { readonly text: Text; readonly format: Format; readonly time: (ms: number) => string };

function valuesOf(receipt: ContractReceipt, { text, format, time }: Reading): Partial<Record<Piece, ReactNode>> {
  const { id, seal, claim, outcome, issued } = receipt;
  const { body } = issued;
  const block = seal?.blocks.at(-1)?.header.number;
  const ticks = claim.trigger === undefined ? [body.tick] : [claim.trigger, body.tick];
  const ofAll = {
    receipt: <Hash value={id} />,
    chain: String(body.chain.place),
    seal: block === undefined ? NONE : text('proof.block', { number: block }),
    settings: text('proof.receipt.version', { version: 'terms' in body ? body.terms.version : body.class.version }),
    index: (
      <span className="grid justify-items-end gap-1">
        {ticks.map(({ seq }) => (
          <Link key={seq} className="hit text-brand" to={addressOf(claim.symbol, seq)}>
            {text('proof.tick', { seq })}
          </Link>
        ))}
      </span>
    ),
    order: claim.after === undefined ? NONE : time(claim.after.atMs),
    rule: `${body.rule} ${body.version}`,
  };
  return { ...ofAll, ...ownValues(outcome, text, format) };
}

/** Returns what each part of its rule was computed from. */
function ownValues(outcome: ContractReceipt['outcome'], text: Text, format: Format): Partial<Record<Piece, ReactNode>> {
  if (outcome.kind === 'overnight') return { due: outcome.day, night: format.percent(outcome.rate) };
  if (outcome.kind === 'open') {
    const { position, leverage, spreadRate, prices } = outcome;
    return {
      price: `± ${format.percent(spreadRate)}`,
      margin: `1 / ${leverage}`,
      fee: format.percent(position.terms.openFeeRate),
      liquidation: format.price(prices.liquidation),
    };
  }
  const { cause, part, rest, division, spreadRate } = outcome;
  return {
    cause: causeText(cause, text),
    price: cause === 'delivery' ? format.price(division.price) : `± ${format.percent(spreadRate)}`,
    share: `${format.plain(part.lots)} / ${format.plain(part.lots + (rest?.lots ?? 0n))}`,
    nights: format.money(part.overnightCharged + division.overnight),
    result: format.money(division.result),
    returned: format.money(division.returned),
    covered: format.money(division.shortfall),
  };
}
