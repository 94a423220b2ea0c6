import { NavBar, Page, Panel, SearchField, SkeletonRows } from '@app/ui';
import { useSearchParams } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { HelpAnswers } from './help-answers.tsx';
import { StillStuck } from './still-stuck.tsx';

/** /pages/setting/help; the search text is in the address, so that going back from an article restores the results. */
export default function HelpScreen() {
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const typed = address.get('q') ?? '';
  const search = (query: string) => setAddress(query === '' ? {} : { q: query }, { replace: true });
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('content.help.title')} back={back} />}>
      <div className="px-gutter pt-2">
        <SearchField
          label={text('content.help.search')}
          value={typed}
          onChange={search}
          clearLabel={text('system.clear')}
        />
      </div>
      <Panel loading={<SkeletonRows count={5} />}>
        <HelpAnswers query={typed.trim()} />
      </Panel>
      <StillStuck />
    </Page>
  );
}
