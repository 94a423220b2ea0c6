import { shownPlaces } from '@app/domain/wallet';
import { type Amount, amountForSpeech, showPrice } from '@app/money';
import { buttonClass, CopyText, Facts, Sheet, showToast } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { historyPath } from '../history/history-filter.ts';
import { usePricePlaces } from '../valuation/price-places.ts';
import { describeRecord, endsOf, type Look, netOf, signed, type WalletRecord } from './record-view.ts';

type Props = { record: WalletRecord | undefined; onClose: () => void };

/** Shows one record in full, with its ids and where it came from. */
export function RecordSheet({ record, onClose }: Props) {
  const text = useText();
  const placesOf = usePricePlaces();
  const title = record === undefined ? '' : describeRecord(record, { text, placesOf }).title;
  return (
    <Sheet open={record !== undefined} onClose={onClose} title={title} closeLabel={text('system.close')}>
      {record !== undefined && <Details record={record} />}
    </Sheet>
  );
}

function Details({ record }: { record: WalletRecord }) {
  const text = useText();
  const placesOf = usePricePlaces();
  const { isHidden } = useHiddenAmounts();
  const format = new Intl.DateTimeFormat(useLocale(), {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  const facts: (readonly [string, ReactNode])[] = [
    ...changesOf(record, text, isHidden),
    ...factsOf(record, { text, placesOf }, isHidden),
    [text('wallet.transfers.time'), `${format.format(record.at)} UTC`],
    [text('wallet.records.id'), <RecordNumber key="id" id={record.id} />],
  ];
  const links = linksOf(record);
  return (
    <>
      <Facts facts={facts} />
      {links.length > 0 && (
        <div className="mt-5 grid gap-2">
          {links.map(({ label, to }) => (
            <Link key={to} className={buttonClass({ wide: true })} to={to} replace>
              {text(label)}
            </Link>
          ))}
        </div>
      )}
    </>
  );
}

type Text = ReturnType<typeof useText>;

/** Returns what changed: the two accounts of an own transfer, the frozen part of a hold, else the net of each coin. */
function changesOf(record: WalletRecord, text: Text, isHidden: boolean): (readonly [string, ReactNode])[] {
  const show = (amount: Amount, currency: string) => (isHidden ? HIDDEN : signed(amount, currency));
  if (record.group === 'transfer') {
    const { from, to } = endsOf(record);
    return [from, to].flatMap((end) =>
      end === undefined
        ? []
        : [[text(`wallet.account.${end.account}`), `${show(end.amount, end.currency)} ${end.currency}`] as const],
    );
  }
  if (record.group === 'hold')
    return record.entries.flatMap(({ currency, available, frozen }) => [
      [text('wallet.available'), `${show(available, currency)} ${currency}`] as const,
      [text('wallet.records.frozen'), `${show(frozen, currency)} ${currency}`] as const,
    ]);
  return netOf(record).map(({ currency, amount }) => [currency, show(amount, currency)] as const);
}

function factsOf(
  { facts }: WalletRecord,
  { text, placesOf }: Look,
  isHidden: boolean,
): (readonly [string, ReactNode])[] {
  if (facts === null) return [];
  const show = (amount: Amount, places?: number) => (isHidden ? HIDDEN : amountForSpeech(amount, places));
  if (facts.of === 'fill')
    return [
      [text('wallet.records.market'), facts.symbol],
      [text('wallet.records.price'), `${showPrice(facts.price, placesOf(facts.symbol))} ${facts.quote}`],
      [text('wallet.records.quantity'), `${show(facts.quantity)} ${facts.base}`],
      [text('wallet.records.fee'), `${show(facts.fee, shownPlaces(facts.base))} ${facts.fee_currency}`],
      [text('wallet.records.order'), <RecordNumber key="order" id={facts.order_id} />],
    ];
  if (facts.of === 'order')
    return [
      [text('wallet.records.market'), facts.symbol],
      ...(facts.price === null
        ? []
        : [[text('wallet.records.price'), showPrice(facts.price, placesOf(facts.symbol))] as const]),
      [text('wallet.records.order'), <RecordNumber key="order" id={facts.order_id} />],
    ];
  if (facts.of === 'position')
    return [
      [text('wallet.records.market'), facts.symbol],
      ...(facts.price === null
        ? []
        : [[text('wallet.records.price'), showPrice(facts.price, placesOf(facts.symbol))] as const]),
      [text('wallet.records.order'), <RecordNumber key="order" id={facts.position_id} />],
    ];
  if (facts.of === 'bet')
    return [
      [text('wallet.records.market'), facts.symbol],
      ...(facts.exit_price === null
        ? []
        : [[text('wallet.records.price'), showPrice(facts.exit_price, placesOf(facts.symbol))] as const]),
      [text('wallet.records.order'), <RecordNumber key="order" id={facts.bet_id} />],
    ];
  const id = facts.of === 'change' ? facts.change_id : facts.conversion_id;
  return [[text('wallet.receipt.id'), <RecordNumber key="receipt" id={id} />]];
}

/** Returns where a record leads: its order, its receipt, the check of its price. */
function linksOf({ facts }: WalletRecord) {
  if (facts === null) return [];
  if (facts.of === 'change')
    return [{ label: 'wallet.records.to.transfer', to: historyPath(facts.change_id) }] as const;
  if (facts.of === 'position') return [];
  if (facts.of === 'bet')
    return [
      { label: 'wallet.records.to.check', to: `/pages/plus/verify?id=${facts.settlement_id ?? facts.bet_id}` },
    ] as const;
  if (facts.of === 'conversion')
    return [{ label: 'wallet.records.to.check', to: `/pages/plus/verify?id=${facts.conversion_id}` }] as const;
  const order = {
    label: 'wallet.records.to.order',
    to: `/pages/transaction/currency_order?tab=history&order=${facts.order_id}`,
  } as const;
  const isChecked = facts.of === 'fill' && facts.is_house;
  return isChecked
    ? ([order, { label: 'wallet.records.to.check', to: `/pages/plus/verify?id=${facts.fill_id}` }] as const)
    : ([order] as const);
}

function RecordNumber({ id }: { id: bigint }) {
  const text = useText();
  return (
    <CopyText
      text={String(id)}
      shown={String(id)}
      label={text('wallet.transfers.copy')}
      copiedLabel={text('system.copied')}
      onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
    />
  );
}
