import { isColour } from '@dukkan/commerce';
import { useWatch } from 'react-hook-form';
import { FormInput, FormPage, Timeline } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { Banner, Card, CardBody, CardHeader } from '../../ui/index.ts';
import { type Setting, useThemeDraft } from './draft.ts';
import { ColourControl, ContrastNote } from './theme-colour.tsx';
import { themeFields } from './theme-fields.ts';
import { ThemePreview } from './theme-preview.tsx';
import { RadiusControl } from './theme-radius.tsx';

/** The shop's theme beside a preview; the page itself changes after saving. */
export const ThemeForm = ({ setting }: { setting: Setting }) => {
  const { t } = useTranslation('theme');
  const locked = !useSession().can(api.setting.save);
  const draft = useThemeDraft(setting, t('saved'));
  return (
    <FormPage
      draft={draft}
      title={t('title')}
      back={{ to: paths.home, label: t('back') }}
      actions={<Timeline noun="setting" id={1} facts={themeFields} />}
    >
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <div className="grid min-w-0 items-start gap-gap lg:grid-cols-[20rem_minmax(0,1fr)]">
        <fieldset disabled={locked} className="grid min-w-0 gap-gap lg:sticky lg:top-(--bar-top)">
          <Card>
            <CardHeader title={t('part.colour')} />
            <CardBody className="grid gap-gap">
              <FormInput of={themeFields.primary} required>
                {({ value, onChange, onBlur }) => (
                  <ColourControl
                    value={String(value ?? '')}
                    onChange={onChange}
                    onBlur={onBlur}
                    label={t('pick')}
                  />
                )}
              </FormInput>
              <ContrastNote name={themeFields.primary.name} locked={locked} />
              <FormInput of={themeFields.radius}>
                {({ value, onChange }) => (
                  <RadiusControl value={Number(value ?? 0)} onChange={onChange} disabled={locked} />
                )}
              </FormInput>
            </CardBody>
          </Card>
          <Card>
            <CardHeader title={t('part.layout')} description={t('part.layout_text')} />
            <CardBody className="grid gap-gap">
              {(['skin', 'density', 'menu'] as const).map((name) => (
                <FormInput
                  key={name}
                  of={themeFields[name]}
                  disabled={locked}
                  hint={<OwnChoice of={name} />}
                />
              ))}
            </CardBody>
          </Card>
        </fieldset>
        <LivePreview saved={setting.theme} />
      </div>
    </FormPage>
  );
};

/** Explains that the user will not see a change of this setting, because their own choice overrides it. */
const OwnChoice = ({ of: name }: { of: 'skin' | 'density' | 'menu' }) => {
  const { t } = useTranslation('theme');
  const own = useSession().user?.preferences[name];
  return own ? t('own', { choice: t(`${name}.${own}`) }) : null;
};

/** Follows every change of the form; an incomplete colour keeps the previous one. */
const LivePreview = ({ saved }: { saved: Setting['theme'] }) => {
  const values = useWatch({
    name: ['primary', 'radius', 'density', 'menu'].map((name) => `theme.${name}`),
  }) as [string, number, Setting['theme']['density'], Setting['theme']['menu']];
  const [primary, radius, density, menu] = values;
  const colour = isColour(primary ?? '') ? primary : saved.primary;
  return <ThemePreview theme={{ primary: colour, radius: radius ?? saved.radius, density, menu }} />;
};
