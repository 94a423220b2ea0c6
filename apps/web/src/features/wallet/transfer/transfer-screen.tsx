import { Delayed, ErrorPanel, NavBar, Page, Skeleton } from '@app/ui';
import { useLocation, useNavigate } from 'react-router';
import { type Balance, useBalances } from '../../../data/account/balances.ts';
import { useDraft } from '../../../data/app/draft.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useResultElsewhere } from './result-elsewhere.ts';
import { useTransfer } from './transfer.ts';
import { formFromSearch, isTransferForm } from './transfer-form.ts';
import { TransferFormView } from './transfer-form-view.tsx';
import { TransferReceipt } from './transfer-receipt.tsx';

const ASSETS = '/pages/fund/assets';

/** /pages/fund/transfer */
export default function TransferScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  const { data, error, isPending, refetch } = useBalances();
  const retry = { label: text('system.retry'), go: () => void refetch() };
  return (
    <Page bar={<NavBar title={text('wallet.transfer')} back={back} />}>
      {isPending && <Loading />}
      {data === undefined && error !== null && (
        <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
      )}
      {data !== undefined && <Transfer list={data.list} />}
    </Page>
  );
}

function Transfer({ list }: { list: readonly Balance[] }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [form, setForm, forgetForm] = useDraft(`transfer${search}`, formFromSearch(search), isTransferForm);
  const notify = useResultElsewhere();
  const { mutate, reset, data, variables, ...sending } = useTransfer((transfer) => {
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
  return <TransferFormView {...{ form, list, change, sending }} submit={mutate} />;
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
