import { COUNTRIES } from '@app/domain/auth';
import { FlagIcon, NavBar, Page, PickerList } from '@app/ui';
import { useMemo } from 'react';
import { LOGIN_PATH } from '../../../data/app/return-address.ts';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { chooseCountry, useCountries } from '../../../data/session/chosen-country.ts';
import { nameCountries } from './country-list.ts';

type Props = {
  title: string;
  /** Key the choice is stored under; the calling page reads it there. */
  use: string;
  value: string | undefined;
  /** Countries that cannot be selected, and why. */
  closed?: { readonly codes: readonly string[]; readonly reason: string };
};

/** All countries with their dial codes; a choice leads back to the calling page. */
export function CountryPicker({ title, use, value, closed }: Props) {
  const text = useText();
  const locale = useLocale();
  const recent = useCountries((kept) => kept.recent);
  const leave = useBack(LOGIN_PATH);
  const countries = useMemo(() => nameCountries(COUNTRIES, locale), [locale]);
  const pick = (code: string) => {
    const country = COUNTRIES.find((one) => one.code === code);
    if (country !== undefined) chooseCountry(use, country);
    leave();
  };
  const items = countries.map(({ code, dial, name, english, section }) => ({
    value: code,
    label: name,
    section,
    keywords: `${english} +${dial}`,
    lead: <FlagIcon country={code} />,
    trail: `+${dial}`,
    ...(closed?.codes.includes(code) && { disabled: true, reason: closed.reason }),
  }));
  const labels = {
    search: text('auth.picker.search'),
    clear: text('system.clear'),
    recent: text('auth.picker.recent'),
    none: text('auth.picker.none'),
  };
  return (
    <Page bar={<NavBar title={title} back={{ label: text('system.back'), go: leave }} />}>
      <div className="flex h-full flex-col px-gutter pt-1 [--picker-edge:var(--gutter)] [--picker:none] [--under:var(--bg)]">
        <PickerList items={items} value={value} onPick={pick} labels={labels} recents={recent} indexed />
      </div>
    </Page>
  );
}
