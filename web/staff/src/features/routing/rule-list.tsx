import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';

import { operatorTypeTexts } from '@shared/format/operator-types';
import { useTexts } from '@shared/i18n/texts';
import { announce } from '@shared/notify/announce';

import type { Rule } from './routing-queries';
import { routingTexts } from './routing-texts';
import classes from './routing.module.css';
import { conditionsOf, moved, suppliersOf } from './rule-words';

/** A rule that is edited, under a key that stays while it moves. */
export interface DraftRule {
  key: string;
  rule: Rule;
}

interface RuleListProps {
  rules: DraftRule[];
  onChange: (rules: DraftRule[]) => void;
  onEdit: (rule: DraftRule) => void;
}

/** The rules in their order, which the arrow keys with Alt change, too. The focus stays with a rule that moves. */
export function RuleList({ rules, onChange, onEdit }: RuleListProps) {
  const texts = useTexts(routingTexts);
  const types = useTexts(operatorTypeTexts);
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<string[]>([]);
  useLayoutEffect(() => {
    const buttons = focus.current.map((name) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-focus="${name}"]`),
    );
    buttons.find((button) => button && !button.disabled)?.focus();
    focus.current = [];
  });

  function move(at: number, by: -1 | 1, from: 'name' | 'up' | 'down') {
    const one = rules[at];
    const position = at + by;
    if (!one || position < 0 || position >= rules.length) return;
    focus.current = [`${from}-${one.key}`, `name-${one.key}`];
    announce(texts.moved(one.rule.name, position + 1));
    onChange(moved(rules, at, by));
  }

  function onKeyDown(event: KeyboardEvent, at: number) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(at, event.key === 'ArrowUp' ? -1 : 1, 'name');
  }

  return (
    <ol ref={list} className={classes['rules']}>
      {rules.map((one, at) => {
        const { key, rule } = one;
        return (
          <li key={key} className={classes['rule']}>
            <span className={classes['position']}>{at + 1}</span>
            <div className={classes['words']}>
              <UnstyledButton
                className={classes['name']}
                data-focus={`name-${key}`}
                aria-label={texts.editNamed(rule.name)}
                aria-haspopup="dialog"
                onClick={() => onEdit(one)}
                onKeyDown={(event) => onKeyDown(event, at)}
              >
                {rule.name}
              </UnstyledButton>
              <span className={classes['hint']}>{conditionsOf(rule, texts, types)}</span>
            </div>
            <div className={classes['words']}>
              <span>{texts.strategies[rule.strategy]}</span>
              <span className={classes['hint']}>{suppliersOf(rule, texts)}</span>
            </div>
            <span className={classes['icons']}>
              <ActionIcon
                data-focus={`up-${key}`}
                aria-label={texts.up(rule.name)}
                disabled={at === 0}
                onClick={() => move(at, -1, 'up')}
              >
                <IconArrowUp aria-hidden />
              </ActionIcon>
              <ActionIcon
                data-focus={`down-${key}`}
                aria-label={texts.down(rule.name)}
                disabled={at === rules.length - 1}
                onClick={() => move(at, 1, 'down')}
              >
                <IconArrowDown aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={texts.remove(rule.name)}
                onClick={() => onChange(rules.filter((other) => other.key !== key))}
              >
                <IconX aria-hidden />
              </ActionIcon>
            </span>
          </li>
        );
      })}
      <li className={classes['rule']}>
        <span className={classes['position']} />
        <div className={classes['words']}>
          <span>{texts.last}</span>
          <span className={classes['hint']}>{texts.lastHint}</span>
        </div>
      </li>
    </ol>
  );
}
