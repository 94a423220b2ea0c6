import { amountForSpeech } from '@app/money';
import { Delayed, ErrorPanel, Icon, NavBar, notify, Page, Skeleton } from '@app/ui';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { type Balance, useBalances } from '../../../data/account/balances.ts';
import { useTransferFunds } from '../../../data/account/transfer-funds.ts';
import { useDraft } from '../../../data/app/draft.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { historyPath } from '../history/history-filter.ts';
import { formFromSearch, isTransferForm, type ReadyTransfer } from './transfer-form.ts';
import { TransferFormView } from './transfer-form-view.tsx';
import { TransferReceipt } from './transfer-receipt.tsx';

const ASSETS = '/pages/fund/assets';

/** /pages/fund/transfer */
export default function TransferScreen() {
  return <TransferPage title={useText()('wallet.transfer')} preset="" />;
}

/** The page of transfers; `preset` sets the accounts, as the query of a link does, which wins. */
export function TransferPage({ title, preset }: { title: string; preset: string }) {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  const { data, error, isPending, refetch } = useBalances();
  const retry = { label: text('system.retry'), go: () => void refetch() };
  return (
    <Page bar={<NavBar title={title} back={back} end={<HistoryLink />} />}>
      {isPending && <Loading />}
      {data === undefined && error !== null && (
        <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
      )}
      {data !== undefined && <Transfer list={data.list} preset={preset} />}
    </Page>
  );
}

function HistoryLink() {
  const text = useText();
  return (
    <Link className="iconbtn" to={historyPath()} aria-label={text('wallet.transfers.title')}>
      <Icon name="list" />
    </Link>
  );
}

function Transfer({ list, preset }: { list: readonly Balance[]; preset: string }) {
  const navigate = useNavigate();
  const search = useLocation().search || preset;
  const [form, setForm, forgetForm] = useDraft(`transfer${search}`, formFromSearch(search), isTransferForm);
  const notify = useResultElsewhere();
  const { mutate, reset, data, variables, ...sending } = useTransferFunds((transfer) => {
    forgetForm();
    notify(transfer);
  });
  if (data !== undefined && variables !== undefined)
    return (
      <TransferReceipt
        transfer={variables}
        result={data}
        onAnother={() => {
          setForm({ ...form, amount: '' });
          reset();
        }}
        onDone={() => void navigate(ASSETS, { replace: true })}
      />
    );
  const change = (next: typeof form) => {
    if (sending.isPending) return;
    reset();
    setForm(next);
  };
  return <TransferFormView form={form} list={list} change={change} sending={sending} submit={mutate} />;
}

function Loading() {
  return (
    <Delayed>
      <div className="flex flex-col gap-3 px-gutter pt-2">
        <Skeleton className="h-30 rounded-card" />
        <Skeleton className="h-36 rounded-card" />
        <Skeleton className="mt-12 h-13 rounded-control" />
      </div>
    </Delayed>
  );
}

/** Shows the result on the current screen after the transfer screen was left, so that it is not lost. */
function useResultElsewhere(): (transfer: ReadyTransfer) => void {
  const text = useText();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return ({ amount, currency }) => {
    if (isHere.current) return;
    notify({
      id: 'transfer',
      kind: 'ok',
      text: `${text('wallet.receipt.title')}: ${amountForSpeech(amount)} ${currency}`,
    });
  };
}
