import { Delayed, SkeletonRows } from '@app/ui';
import { useLocation } from 'react-router';
import { LOGIN_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useChosenCountry } from '../../../data/session/chosen-country.ts';
import { PageToCome } from '../security/with-security.tsx';
import { useClosedCountries, useResidence } from './country-list.ts';
import { CountryPicker } from './country-picker.tsx';

/** Uses for which closed countries cannot be chosen, and why. */
const CLOSED_FOR: Readonly<Record<string, 'refusal.country_closed' | 'refusal.identity_country_closed'>> = {
  residence: 'refusal.country_closed',
  nationality: 'refusal.identity_country_closed',
};

/** /pages/setting/areas; `?for=` names the purpose of the country choice, default residence. */
export default function AreasScreen() {
  const text = useText();
  const { search } = useLocation();
  const use = /^[a-z]{1,20}$/.exec(new URLSearchParams(search).get('for') ?? '')?.[0] ?? 'residence';
  const { country } = useResidence();
  const chosen = useChosenCountry(use)?.code;
  const value = use === 'residence' ? country : chosen;
  const { data = [], isLoading } = useClosedCountries();
  const title = text('auth.country.title');
  if (isLoading) return <Loading title={title} />;
  const reason = CLOSED_FOR[use];
  const closed = { codes: reason === undefined ? [] : data, reason: text(reason ?? 'refusal.country_closed') };
  return <CountryPicker title={title} use={use} value={value} closed={closed} />;
}

function Loading({ title }: { title: string }) {
  const text = useText();
  const back = { label: text('system.back'), go: useBack(LOGIN_PATH) };
  return (
    <PageToCome title={title} back={back}>
      <Delayed>
        <SkeletonRows count={10} />
      </Delayed>
    </PageToCome>
  );
}
