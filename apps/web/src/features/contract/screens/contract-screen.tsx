import { buttonClass, Empty, NavBar, Page } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../shared/texts.ts';

/** /pages/transaction/contract */
export default function ContractScreen() {
  const text = useText();
  const action = (
    <Link className={buttonClass({ size: 'small' })} to="/pages/fund/transfer?to=contract">
      {text('contract.action')}
    </Link>
  );
  return (
    <Page bar={<NavBar title={text('contract.title')} />}>
      <div className="middle">
        <Empty title={text('contract.empty.title')} text={text('contract.empty.text')} action={action} />
      </div>
    </Page>
  );
}
