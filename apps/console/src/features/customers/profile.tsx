"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconCalendarPlus, IconPencil, IconScan } from "@tabler/icons-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { nameOf } from "../../rpc/customer-name.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Day } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import object from "../../ui/object/object.module.css";
import { Columns, Numbers, ObjectHeader } from "../../ui/object/object-header.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { AddName } from "../parts/add-name.tsx";
import { Email } from "../parts/email.tsx";
import { useDesk } from "../session/desk.tsx";
import { Credentials } from "./credentials.tsx";
import { CustomerState } from "./customer-state.tsx";
import { History } from "./history.tsx";
import { MembershipActions } from "./membership-actions.tsx";
import { Privacy } from "./privacy.tsx";

const marketing = ["newsletters", "smsMarketing", "whatsappMarketing"] as const;

/** One customer: membership, the state of their secrets (not the secrets), and history. */
export function Profile({ id }: { id: number }) {
  const t = useTranslations("customers");
  const format = useFormatter();
  const { me } = useDesk();
  const money = useMoney(me.merchant.currency);
  const { data, error } = trpc.staff.customers.get.useQuery({ customerId: id });
  if (error && !data)
    return (
      <>
        <PageTitle title={t("title")} />
        <RefusedPage failed={failureOf(error)} list="/customers" words="customers" />
      </>
    );
  if (!data) return <Skeletons count={4} height={96} />;
  const { customer, membership } = data;
  return (
    <>
      <Header profile={data} />
      <Numbers
        numbers={[
          [t("stamps"), format.number(membership.stamps)],
          ...(membership.stampsOwed > 0
            ? [[t("owes"), format.number(membership.stampsOwed)] as const]
            : []),
          [t("level"), <bdi key="level">{membership.levelName}</bdi>],
          [t("balance"), money(membership.balance)],
          [t("openVouchers"), format.number(data.openVouchers)],
        ]}
      />
      <Columns
        main={
          <>
            {customer.name ? null : <AddName customerId={id} />}
            <MembershipActions
              id={id}
              isBlocked={membership.isBlocked}
              stampsOwed={membership.stampsOwed}
              isActive={customer.isActive && membership.status === 100}
            />
            <History id={id} />
          </>
        }
        side={
          <>
            <MembershipFacts profile={data} />
            <PersonFacts profile={data} />
            <Credentials id={id} credentials={data.credentials} />
            <Privacy id={id} name={nameOf(customer) || String(id)} />
          </>
        }
      />
    </>
  );
}

type ProfileProps = { profile: Outputs["staff"]["customers"]["get"] };

function Header({ profile: { customer, membership } }: ProfileProps) {
  const t = useTranslations("customers");
  const { may } = useDesk();
  return (
    <ObjectHeader
      title={<bdi>{nameOf(customer) || `#${customer.id}`}</bdi>}
      state={<CustomerState {...membership} isActive={customer.isActive} name={customer.name} />}
      lead={
        <>
          {t("since")} <Day on={membership.startDate ?? membership.createdOn} />
        </>
      }
    >
      <Group gap="sm" className={object.actions}>
        {may("staff.customers.edit") ? (
          <Button
            component={Link}
            href={`/customers/${customer.id}/edit`}
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {t("edit")}
          </Button>
        ) : null}
        {may("staff.bookings.add") ? (
          <Button
            component={Link}
            href={`/bookings/new?customer=${customer.id}`}
            variant="default"
            leftSection={<IconCalendarPlus size={16} aria-hidden />}
          >
            {t("book")}
          </Button>
        ) : null}
        <Button
          component={Link}
          href={`/till?customer=${customer.id}`}
          className={object.primary}
          leftSection={<IconScan size={18} aria-hidden />}
        >
          {t("toTill")}
        </Button>
      </Group>
    </ObjectHeader>
  );
}

function MembershipFacts({ profile: { customer, membership, otherMemberIds } }: ProfileProps) {
  const t = useTranslations("customers");
  return (
    <Card title={t("membership")}>
      <Facts
        facts={[
          [t("member"), customer.memberId && <bdi key="member">{customer.memberId}</bdi>],
          [
            t("otherMembers"),
            otherMemberIds.length > 0 ? (
              <Stack key="others" gap={0}>
                {otherMemberIds.map((memberId) => (
                  <bdi key={memberId}>{memberId}</bdi>
                ))}
              </Stack>
            ) : null,
          ],
          [t("tags"), membership.tags.join(", ")],
          [t("referral"), membership.referralCode],
        ]}
      />
    </Card>
  );
}

/** A contact. If its owner proved it, or a POS vouched for it, it is marked as verified. */
function Contact({ children, isVerified }: { children: ReactNode; isVerified: boolean }) {
  const t = useTranslations("customers");
  return (
    <Stack gap={0}>
      {children}
      {isVerified ? (
        <Text size="sm" c="dimmed">
          {t("verified")}
        </Text>
      ) : null}
    </Stack>
  );
}

function PersonFacts({ profile: { customer, notes, consents, verified } }: ProfileProps) {
  const t = useTranslations("customers");
  const agreed = marketing.filter((kind) => consents[kind]);
  return (
    <Card title={t("person")}>
      <Facts
        facts={[
          [
            t("mobile"),
            customer.mobileNumber && (
              <Contact key="mobile" isVerified={verified.mobileNumber}>
                <bdi>{customer.mobileNumber}</bdi>
              </Contact>
            ),
          ],
          [
            t("email"),
            customer.email && (
              <Contact key="email" isVerified={verified.email}>
                <Email address={customer.email} />
              </Contact>
            ),
          ],
          [t("address"), customer.address && <bdi key="address">{customer.address}</bdi>],
          [
            t("marketing"),
            agreed.length
              ? agreed.map((kind) => t(`consents.${kind}`)).join(", ")
              : t("noMarketing"),
          ],
          [t("birthday"), customer.birthday && <Day key="birthday" on={customer.birthday} />],
          [
            t("notes"),
            notes && (
              <bdi key="notes" style={{ whiteSpace: "pre-line" }}>
                {notes}
              </bdi>
            ),
          ],
        ]}
      />
    </Card>
  );
}
