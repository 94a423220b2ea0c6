import { allowHaptics } from '@app/ui';
import { useEffect, useLayoutEffect } from 'react';
import { usePreferences } from '../data/app/preferences.ts';
import { useLocale } from '../data/app/texts.ts';

/** The page background, which the browser's own bars adopt. */
const BAR_COLOURS = { dark: '#0b0e13', light: '#ffffff' } as const;

/** Applies the preferences that affect the whole document: theme, price colours, motion, vibration and language. */
export function useDocumentLook(): void {
  useTheme();
  const { priceColours, motion, haptics } = usePreferences();
  const locale = useLocale();
  useLayoutEffect(() => {
    document.documentElement.dataset.price = priceColours;
    document.documentElement.dataset.motion = motion;
  }, [priceColours, motion]);
  useEffect(() => allowHaptics(haptics), [haptics]);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
}

function useTheme(): void {
  const theme = usePreferences((preferences) => preferences.theme);
  useLayoutEffect(() => {
    const light = matchMedia('(prefers-color-scheme: light)');
    const show = () => {
      const shown = theme === 'system' ? (light.matches ? 'light' : 'dark') : theme;
      document.documentElement.dataset.theme = shown;
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[shown]);
    };
    show();
    light.addEventListener('change', show);
    return () => light.removeEventListener('change', show);
  }, [theme]);
}
