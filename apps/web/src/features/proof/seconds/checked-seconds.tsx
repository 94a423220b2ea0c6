import { type Amount, amountForSpeech, type Price, showPrice } from '@app/money';
import { CoinIcon, Facts, Hash, Tag } from '@app/ui';
import {
  type BetEnding,
  type BetRuleTick,
  resultOf as outcomeOf,
  returnedOf,
  type SecondsReceipt,
} from '@app/verifier';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Text, useText } from '../../../data/app/texts.ts';
import { Figures } from '../check/check-parts.tsx';
import { KeptHere } from '../check/kept-here-view.tsx';
import { useMoments } from '../check/moments.ts';
import { addressOf, FORM, receiptAddress } from '../check/read-address.ts';
import { standingOf } from '../check/standing.ts';
import { VerdictHead, WhatIsWrong } from '../check/verdict-head.tsx';
import { contractTitle } from '../contract/checked-contract.tsx';
import { NONE } from '../contract/contract-facts.ts';
import { ChainOfBlocks } from '../price/chain-of-blocks.tsx';
import { asSent, keptHead } from '../price/evidence.ts';
import { EvidenceKeys } from '../price/evidence-keys.tsx';
import { EvidenceList } from '../price/evidence-list.tsx';
import { EvidenceRows } from '../price/evidence-rows.tsx';
import { priceReasons } from '../price/price-verdict.tsx';
import type { SecondsCheck } from './check-seconds.ts';
import type { SecondsVerdict } from './judge-seconds.ts';
import { FAILS, type Piece, piecesOf, resultOf } from './seconds-pieces.ts';

/** Shows the verdict first, then what happened, and last what a receipt cannot prove. */
export function CheckedSeconds({ check }: { check: SecondsCheck }) {
  const text = useText();
  const { verdict, query, answer, price, precision, tookMs } = check;
  const { kind } = verdict;
  const receipt = verdict.judged?.receipt;
  return (
    <div className="pb-6">
      <VerdictHead standing={standingOf(verdict)} title={contractTitle(verdict, text)} tookMs={tookMs}>
        {(kind === 'wrong' || kind === 'rewritten') && (
          <WhatIsWrong reasons={reasonsOf(verdict, text)} advice={text(`proof.receipt.${kind}.text`)} />
        )}
      </VerdictHead>
      {receipt !== undefined && (
        <>
          <BetCard receipt={receipt} precision={precision} />
          {receipt.outcome.kind === 'settlement' && (
            <Comparison ending={receipt.outcome} currency={currencyOf(receipt)} />
          )}
          <Checks verdict={verdict} receipt={receipt} precision={precision} />
        </>
      )}
      {price !== undefined && (
        <>
          <ChainOfBlocks check={price} />
          <EvidenceList check={price} />
          <KeptHere check={price} />
        </>
      )}
      <details className="mt-4 px-gutter text-label text-ink-2">
        <summary className="hit py-2 font-medium text-ink">{text('proof.receipt.not_proven.title')}</summary>
        <p className="pb-2">{text('bets.proof.not_proven')}</p>
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

const reasonsOf = ({ findings, judged }: SecondsVerdict, text: Text): string[] => [
  ...new Set([
    ...findings.map((name) => text(FAILS[name])),
    ...(judged?.prices ?? []).flatMap(({ verdict }) => priceReasons(verdict, text)),
  ]),
];

const currencyOf = ({ issued }: SecondsReceipt): string => issued.body.bet.currency;
const moneyText = (amount: bigint, currency: string): string => `${amountForSpeech(amount as Amount)} ${currency}`;
const percentText = (rate: bigint): string => `${amountForSpeech((rate * 100n) as Amount)}%`;

const OUTCOMES = ['profit', 'loss', 'flat', 'cancelled', 'void'] as const;

/** Names how a bet ended; an unknown way is shown as sent, beside the check that fails for it. */
function outcomeText(outcome: string, text: Text): string {
  const known = OUTCOMES.find((it) => it === outcome);
  return known === undefined ? outcome : text(`seconds.result.${known}`);
}

type Props = { receipt: SecondsReceipt; precision: number | undefined };

/** Says in one sentence what happened, and shows the figures that decided it. */
function BetCard({ receipt, precision }: Props) {
  const text = useText();
  const { outcome, issued } = receipt;
  const { symbol, currency } = issued.body.bet;
  const { bet } = outcome;
  const [base = ''] = symbol.split('/');
  const figures = { symbol, seconds: bet.seconds, stake: moneyText(bet.stake, currency) };
  const name = outcome.kind === 'bet' ? 'accepted' : 'ended';
  return (
    <section className="mx-gutter mt-4 rounded-card bg-s1 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <CoinIcon code={base} size={24} />
        {outcome.kind === 'settlement' && <Tag>{outcomeText(outcome.outcome, text)}</Tag>}
        {issued.body.book === 'demo' && <Tag>{text('proof.receipt.demo')}</Tag>}
      </div>
      <p className="mt-2 mb-3 text-body wrap-anywhere">
        {text(`bets.proof.${name}.${bet.side === 'down' ? 'down' : 'up'}`, figures)}
      </p>
      <Facts facts={useFacts(receipt, precision)} />
    </section>
  );
}

function useFacts({ outcome, issued }: SecondsReceipt, precision: number | undefined) {
  const text = useText();
  const { currency } = issued.body.bet;
  const { bet } = outcome;
  const tick = (label: string, it: BetRuleTick | undefined) =>
    it === undefined ? [] : [[label, <Tick key={label} tick={it} precision={precision} />] as const];
  const moment = (label: string, ms: number | null) =>
    ms === null || !Number.isFinite(ms) ? [] : [[label, <Moment key={label} ms={ms} />] as const];
  const ticks =
    outcome.kind === 'bet'
      ? tick(text('bets.proof.newest'), outcome.tick)
      : [
          ...tick(text('seconds.fact.entry'), outcome.entry?.tick),
          ...tick(text('seconds.fact.exit'), outcome.exit?.tick),
          ...moment(text('bets.cancel_sent'), outcome.cancelMs),
        ];
  return [
    ...moment(text('bets.accepted'), bet.acceptedMs),
    ...ticks,
    [text('seconds.fact.payout'), percentText(bet.payoutRate)] as const,
    ...(outcome.kind === 'bet' ? [] : [[text('bets.proof.returned'), moneyText(outcome.returned, currency)] as const]),
  ];
}

/** Shows a price with the time that was sealed with it; the day is that of the acceptance, or the one after. */
function Tick({ tick: { price, atMs }, precision }: { tick: BetRuleTick; precision: number | undefined }) {
  const { clock } = useMoments();
  return (
    <span className="num">
      {showPrice(price as Price, precision)}
      <span className="text-ink-3"> · {Number.isFinite(atMs) ? clock(atMs) : NONE}</span>
    </span>
  );
}

/** Shows a time to the millisecond, small enough to stay beside its label. */
function Moment({ ms }: { ms: number }) {
  const { exact } = useMoments();
  return <span className="text-micro">{exact(ms)}</span>;
}

/** Shows what came back beside what the two sealed prices and the published payout give on this device. */
function Comparison({ ending, currency }: { ending: BetEnding; currency: string }) {
  const text = useText();
  const { bet, entry, exit, outcome, returned } = ending;
  const own = returnedOf(bet, entry && exit ? outcomeOf(bet.side, entry.tick.price, exit.tick.price) : outcome);
  return (
    <>
      <p className="mx-gutter mt-4 text-label text-ink-3">{text('bets.proof.returned')}</p>
      <Figures
        figures={[
          { label: text('proof.server'), value: moneyText(returned, currency) },
          { label: text('proof.browser'), value: moneyText(own, currency) },
          {
            label: text('proof.difference'),
            value: moneyText(returned - own, currency),
            ink: returned === own ? 'text-ok' : 'text-danger',
          },
        ]}
      />
    </>
  );
}

function Checks({ verdict, receipt, precision }: Props & { verdict: SecondsVerdict }) {
  const text = useText();
  const values = valuesOf(receipt, precision, text);
  return (
    <EvidenceRows
      title={text('proof.contract.checks')}
      pieces={piecesOf(receipt).map((name) => ({
        name,
        label: labelOf(name, receipt, text),
        result: resultOf(name, verdict),
        value: values[name],
      }))}
    />
  );
}

/** Parts that trades have too are named in the same words. */
function labelOf(piece: Piece, { outcome: { bet } }: SecondsReceipt, text: Text): string {
  switch (piece) {
    case 'receipt':
    case 'seal':
    case 'settings':
    case 'rule':
      return text(`proof.receipt.piece.${piece}`);
    case 'returned':
      return text('bets.proof.returned');
    case 'entry':
      return text('bets.proof.piece.entry', { seconds: bet.entryDelayMs / 1_000 });
    case 'exit':
      return text('bets.proof.piece.exit', { seconds: bet.seconds });
    default:
      return text(`bets.proof.piece.${piece}`);
  }
}

/** Returns what each part was checked with. */
function valuesOf(
  { id, seal, issued, outcome }: SecondsReceipt,
  precision: number | undefined,
  text: Text,
): Partial<Record<Piece, ReactNode>> {
  const { body } = issued;
  const block = seal?.blocks.at(-1)?.header.number;
  const ofAll = {
    receipt: <Hash value={id} />,
    seal: block === undefined ? NONE : text('proof.block', { number: block }),
    settings: text('proof.receipt.version', { version: body.terms.version }),
    rule: `${body.rule} ${body.version}`,
  };
  const link = (seq: number) => (
    <Link key={seq} className="hit text-brand" to={addressOf(body.bet.symbol, seq)}>
      {text('proof.tick', { seq })}
    </Link>
  );
  if (!('settlement' in body) || outcome.kind === 'bet') return { ...ofAll, ticks: link(body.tick.seq) };
  const ticks = [body.entry?.tick.seq, body.exit?.tick.seq ?? body.tick.seq].filter((seq) => seq !== undefined);
  const shown = (tick: BetRuleTick | undefined) => (tick ? showPrice(tick.price as Price, precision) : NONE);
  return {
    ...ofAll,
    ticks: <span className="grid justify-items-end gap-1">{[...new Set(ticks)].map(link)}</span>,
    accepted: (
      <Link className="hit text-brand" to={receiptAddress(body.bet.id)}>
        {body.bet.id}
      </Link>
    ),
    chain: String(body.chain.place),
    entry: shown(outcome.entry?.tick),
    exit: shown(outcome.exit?.tick),
    outcome: outcomeText(outcome.outcome, text),
    returned: moneyText(outcome.returned, body.bet.currency),
  };
}
