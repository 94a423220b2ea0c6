import { WRITTEN } from '@app/i18n';
import { buttonClass, NavBar, Page } from '@app/ui';
import { Link } from 'react-router';
import { chooseTheme, THEMES, usePreferences } from '../../../shared/preferences.ts';
import { HOME_PATH, loginWithReturn } from '../../../shared/return-address.ts';
import { useSession } from '../../../shared/session.ts';
import { showLanguage, useText } from '../../../shared/texts.ts';
import { useBack } from '../../../shared/use-back.ts';
import { ChoiceRow } from '../components/choice-row.tsx';
import { LogOutRow } from '../components/log-out-row.tsx';

/** /pages/setting/setting */
export default function SettingScreen() {
  const text = useText();
  const { language, theme } = usePreferences();
  const isVisitor = useSession(({ token }) => token === undefined);
  const back = { label: text('system.back'), go: useBack(HOME_PATH) };
  return (
    <Page bar={<NavBar title={text('settings.title')} back={back} />}>
      <Who />
      <div className="group mt-4">
        <ChoiceRow
          name="language"
          icon="globe"
          label={text('settings.language')}
          value={language}
          choices={WRITTEN.map((value) => ({ value, label: text(`settings.language.${value}`) }))}
          onChoose={(value) => void showLanguage(value)}
        />
        <ChoiceRow
          name="theme"
          icon="palette"
          label={text('settings.theme')}
          value={theme}
          choices={THEMES.map((value) => ({ value, label: text(`settings.theme.${value}`) }))}
          onChoose={chooseTheme}
        />
      </div>
      {!isVisitor && (
        <div className="group mt-3 mb-6">
          <LogOutRow />
        </div>
      )}
    </Page>
  );
}

function Who() {
  const text = useText();
  const user = useSession((session) => session.user);
  if (user === undefined)
    return (
      <section className="flex items-center justify-between gap-3 px-gutter pt-2">
        <p className="text-ink-2">{text('settings.visitor')}</p>
        <Link
          className={buttonClass({ tone: 'primary', size: 'small' })}
          to={loginWithReturn('/pages/setting/setting')}
        >
          {text('settings.log_in')}
        </Link>
      </section>
    );
  return (
    <section className="px-gutter pt-2">
      <p className="truncate text-h2">{user.account}</p>
      <p className="mt-1 text-label text-ink-3">
        {text(`settings.book.${user.book}`)} · {text('settings.invite', { code: user.inviteCode })}
      </p>
    </section>
  );
}
