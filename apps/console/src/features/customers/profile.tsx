"use client";
import { Button, Group, SimpleGrid, Stack } from "@mantine/core";
import { IconPencil, IconScan } from "@tabler/icons-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Day } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useDesk } from "../session/desk.tsx";
import { Credentials } from "./credentials.tsx";
import { CustomerState } from "./customer-state.tsx";
import { History } from "./history.tsx";
import { MembershipActions } from "./membership-actions.tsx";
import { Privacy } from "./privacy.tsx";

const marketing = ["newsletters", "smsMarketing", "whatsappMarketing"] as const;

/** One customer: membership, the state of secrets that staff may see, and history. */
export function Profile({ id }: { id: number }) {
  const t = useTranslations("customers");
  const format = useFormatter();
  const { me, may } = useDesk();
  const money = useMoney(me.merchant.currency);
  const { data, error } = trpc.staff.customers.get.useQuery({ customerId: id });
  if (error)
    return (
      <>
        <PageTitle title={t("title")} />
        <RefusedPage failed={failureOf(error)} list="/customers" words="customers" />
      </>
    );
  if (!data) return <Skeletons count={4} height={96} />;
  const { customer, membership, consents } = data;
  const agreed = marketing.filter((kind) => consents[kind]);
  return (
    <>
      <PageTitle title={<bdi>{customer.name}</bdi>}>
        <Group gap="sm">
          <CustomerState {...membership} isActive={customer.isActive} />
          {may("staff.customers.edit") ? (
            <Button
              component={Link}
              href={`/customers/${id}/edit`}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {t("edit")}
            </Button>
          ) : null}
          <Button
            component={Link}
            href={`/till?customer=${id}`}
            leftSection={<IconScan size={18} aria-hidden />}
          >
            {t("toTill")}
          </Button>
        </Group>
      </PageTitle>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <Card title={t("membership")}>
            <Facts
              facts={[
                [t("stamps"), <strong key="stamps">{format.number(membership.stamps)}</strong>],
                [t("level"), <bdi key="level">{membership.levelName}</bdi>],
                [t("balance"), money(membership.balance)],
                [t("openVouchers"), format.number(data.openVouchers)],
                [t("member"), customer.memberId && <bdi key="member">{customer.memberId}</bdi>],
                [
                  t("otherMembers"),
                  data.otherMemberIds.length > 0 ? (
                    <Stack key="others" gap={0}>
                      {data.otherMemberIds.map((memberId) => (
                        <bdi key={memberId}>{memberId}</bdi>
                      ))}
                    </Stack>
                  ) : null,
                ],
                [t("since"), <Day key="since" on={membership.startDate ?? membership.createdOn} />],
                [t("tags"), membership.tags.join(", ")],
                [t("referral"), membership.referralCode],
              ]}
            />
          </Card>
          <MembershipActions id={id} isBlocked={membership.isBlocked} />
        </Stack>
        <Stack>
          <Card title={t("person")}>
            <Facts
              facts={[
                [
                  t("mobile"),
                  customer.mobileNumber && <bdi key="mobile">{customer.mobileNumber}</bdi>,
                ],
                [t("email"), customer.email && <bdi key="email">{customer.email}</bdi>],
                [t("address"), customer.address && <bdi key="address">{customer.address}</bdi>],
                [
                  t("marketing"),
                  agreed.length
                    ? agreed.map((kind) => t(`consents.${kind}`)).join(", ")
                    : t("noMarketing"),
                ],
                [t("birthday"), customer.birthday && <Day key="birthday" on={customer.birthday} />],
              ]}
            />
          </Card>
          <Credentials id={id} credentials={data.credentials} />
          <Privacy id={id} name={customer.name} />
        </Stack>
      </SimpleGrid>
      <History id={id} />
    </>
  );
}
