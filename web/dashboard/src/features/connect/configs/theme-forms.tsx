import '@mantine/core/styles/Slider.layer.css';

import { Button, Slider } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';

import { useUnsavedChanges } from '@shared/form/unsaved';
import { useTexts } from '@shared/i18n/texts';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { maxButtonRadius, type Theme } from '@shared/shop/theme';
import { Card } from '@shared/ui/card';
import { ProgressButton } from '@shared/ui/progress-button';

import { Contrast, HexField } from './color-fields';
import { customWebTexts } from './custom-web-texts';
import classes from './custom-web.module.css';
import {
  buttonColors,
  type ButtonHexes,
  colorColors,
  type ColorHexes,
  hexesOf,
  isComplete,
  withButtons,
  withColors,
} from './theme-rules';

interface ThemeFormProps {
  /** What is stored, or held to be stored. */
  theme: Theme;
  applyLabel: string;
  onTrial: (theme: Theme) => void;
  onApply: (theme: Theme) => Promise<void>;
  onBack: () => void;
}

/** Chooses the four colours of the shop. */
export function ColorForm({ theme, onTrial, ...rest }: ThemeFormProps) {
  const texts = useTexts(customWebTexts);
  const saved = hexesOf(theme, colorColors);
  const [hexes, setHexes] = useState<ColorHexes>(saved);
  const changed = colorColors.some((name) => hexes[name].toLowerCase() !== saved[name]);
  const complete = isComplete(hexes);

  function edit(next: ColorHexes) {
    setHexes(next);
    onTrial(withColors(theme, next));
  }

  return (
    <Frame
      {...rest}
      title={texts.colorTheme}
      changed={changed}
      disabled={!changed || !complete}
      onReset={() => edit(saved)}
      onApply={() => rest.onApply(withColors(theme, hexes))}
    >
      {colorColors.map((name) => (
        <HexField
          key={name}
          label={texts.colors[name]}
          hint={texts.colorHints[name]}
          value={hexes[name]}
          onChange={(hex) => edit({ ...hexes, [name]: hex })}
        />
      ))}
      <Contrast
        text={hexes.foreground}
        ground={hexes.background}
        onTake={(hex) => edit({ ...hexes, foreground: hex })}
      />
    </Frame>
  );
}

/** Chooses colours and corners of the two buttons. */
export function ButtonForm({ theme, onTrial, ...rest }: ThemeFormProps) {
  const texts = useTexts(customWebTexts);
  const saved = { ...hexesOf(theme, buttonColors), radius: theme.buttonRadius };
  const [buttons, setButtons] = useState<ButtonHexes>(saved);
  const changed =
    buttons.radius !== saved.radius || buttonColors.some((name) => buttons[name].toLowerCase() !== saved[name]);

  function edit(next: ButtonHexes) {
    setButtons(next);
    onTrial(withButtons(theme, next));
  }

  return (
    <Frame
      {...rest}
      title={texts.buttonTheme}
      changed={changed}
      disabled={!isComplete(buttons)}
      onReset={() => edit(saved)}
      onApply={() => rest.onApply(withButtons(theme, buttons))}
    >
      {(['primary', 'secondary'] as const).map((kind) => {
        const ground = `${kind}BgButton` as const;
        const text = `${kind}TextButton` as const;
        return (
          <fieldset key={kind} className={classes['button']}>
            <legend>{texts.buttons[kind]}</legend>
            <HexField
              label={texts.buttons[ground]}
              value={buttons[ground]}
              onChange={(hex) => edit({ ...buttons, [ground]: hex })}
            />
            <HexField
              label={texts.buttons[text]}
              value={buttons[text]}
              onChange={(hex) => edit({ ...buttons, [text]: hex })}
            />
            <Contrast
              text={buttons[text]}
              ground={buttons[ground]}
              onTake={(hex) => edit({ ...buttons, [text]: hex })}
            />
          </fieldset>
        );
      })}
      <div>
        <div className={classes['radiusHead']}>
          <span>{texts.buttons.radius}</span>
          <span>{texts.buttons.pixels(buttons.radius)}</span>
        </div>
        <Slider
          min={0}
          max={maxButtonRadius}
          label={null}
          value={buttons.radius}
          thumbLabel={texts.buttons.radius}
          thumbProps={{ 'aria-valuetext': texts.buttons.pixels(buttons.radius) }}
          onChange={(radius) => edit({ ...buttons, radius })}
        />
      </div>
    </Frame>
  );
}

interface FrameProps {
  title: string;
  applyLabel: string;
  changed: boolean;
  disabled: boolean;
  onReset: () => void;
  onApply: () => Promise<void>;
  onBack: () => void;
  children: ReactNode;
}

function Frame({ title, applyLabel, changed, disabled, onReset, onApply, onBack, children }: FrameProps) {
  const texts = useTexts(customWebTexts);
  const [questionOpened, setQuestionOpened] = useState(false);
  const [applying, setApplying] = useState(false);
  useUnsavedChanges(changed, applying);
  const back = useRef<HTMLButtonElement>(null);
  // What opened the form is gone from the page.
  useEffect(() => back.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (applying || disabled) return;
    setApplying(true);
    await onApply();
    setApplying(false);
  }

  return (
    <Card
      title={title}
      action={
        <Button
          ref={back}
          variant="default"
          leftSection={<IconArrowLeft aria-hidden />}
          onClick={() => (changed ? setQuestionOpened(true) : onBack())}
        >
          {texts.back}
        </Button>
      }
    >
      <form className={classes['themeForm']} aria-label={title} noValidate onSubmit={(event) => void submit(event)}>
        {children}
        <div className={classes['themeFoot']}>
          <Button variant="default" onClick={onReset} disabled={!changed}>
            {texts.reset}
          </Button>
          <ProgressButton type="submit" sending={applying} sendingLabel={texts.applying} disabled={disabled}>
            {applyLabel}
          </ProgressButton>
        </div>
      </form>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.discardTitle}
        action={texts.discard}
        back={texts.cancel}
        sendingLabel={texts.discard}
        sending={false}
        onConfirm={onBack}
      >
        {texts.discardText}
      </QuestionDialog>
    </Card>
  );
}
