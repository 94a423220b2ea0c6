import { Delayed, Icon, NavBar, Page, SkeletonRows, Tabs } from '@app/ui';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useIsOpen } from '../../../data/app/openness.ts';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { OwnClaims } from '../claim/own-claims.tsx';
import { ASSETS_PATH, RECEIVE_PATH } from '../deposit-gate.tsx';
import { DepositList } from './deposit-list.tsx';
import { DepositSheet } from './deposit-sheet.tsx';
import { depositIn, type RecordsTab, stateIn, TABS, tabIn, writeState } from './records-address.ts';

const OPENED_HERE = 'opened-here';

/** /pages/fund/receive_withdraw_record?tab=&state=&id=; all in the address, so that links and going back work. */
export default function RecordsScreen() {
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const tab = tabIn(address);
  const back = { label: text('system.back'), go: useBack(ASSETS_PATH) };
  const tabs = TABS.map((value) => ({ value, label: text(`wallet.${value}.title`) }));
  const choose = (next: RecordsTab) => setAddress(next === 'deposit' ? {} : { tab: next }, { replace: true });
  return (
    <Page bar={<NavBar title={text('deposit.records')} back={back} end={<NewDeposit />} />}>
      <Tabs label={text('deposit.records')} tabs={tabs} value={tab} onChange={choose}>
        {tab === 'withdraw' ? <Slot name="withdrawal.records" loading={<ListLoading />} /> : <Deposits />}
      </Tabs>
    </Page>
  );
}

const ListLoading = () => (
  <Delayed>
    <SkeletonRows count={5} />
  </Delayed>
);

function Deposits() {
  const [address, setAddress] = useSearchParams();
  const { open, close } = useDetails();
  const state = stateIn(address);
  return (
    <>
      {state === undefined && <OwnClaims />}
      <DepositList
        state={state}
        onState={(next) => setAddress(writeState(next), { replace: true })}
        onOpen={({ id }) => open(id)}
      />
      <DepositSheet id={depositIn(address)} onClose={close} />
    </>
  );
}

/** Opens a deposit as a step of its own that going back undoes; one that a link opened leaves the list behind it. */
function useDetails() {
  const navigate = useNavigate();
  const { state: from } = useLocation();
  const [address, setAddress] = useSearchParams();
  const filter = writeState(stateIn(address));
  return {
    open: (id: bigint) => setAddress({ ...filter, id: String(id) }, { state: OPENED_HERE }),
    close: () => void (from === OPENED_HERE ? navigate(-1) : setAddress(filter, { replace: true })),
  };
}

/** Leads to a new deposit where the user can make one. */
function NewDeposit() {
  const text = useText();
  const isOpen = useIsOpen();
  if (!isOpen(RECEIVE_PATH)) return null;
  return (
    <Link className="iconbtn" to="/pages/fund/select?for=deposit" aria-label={text('wallet.deposit.title')}>
      <Icon name="deposit" />
    </Link>
  );
}
