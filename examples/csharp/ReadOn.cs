using System;
using System.IO;
using System.Threading.Tasks;
using Npgsql;

/// <summary>
/// Reads received messages on and on and prints a line for each. It loses nothing: it says LISTEN first, then reads until
/// nothing is left, then waits for a notification, some seconds at most, because notifications may be lost. It keeps its
/// position after each message. When it is killed between the two, that one message comes again; its identity
/// (origin_system, origin_sequence) tells.
/// </summary>
sealed class ReadOn
{
    private const string Next =
        "SELECT received_id, origin_system, origin_sequence, topic_id, precedence, payload"
        + " FROM c4i.received WHERE received_id > $1 ORDER BY received_id LIMIT 500";

    private readonly string database;
    private readonly string file;
    private readonly int waitMillis;
    private long position;
    private bool notified;

    public ReadOn(string database, string file, int seconds)
    {
        // Directly to the server: LISTEN does not work through a transaction pool, nor on a standby.
        this.database = new NpgsqlConnectionStringBuilder(database)
        {
            Pooling = false, Timeout = 10, CommandTimeout = 60, KeepAlive = 30,
        }.ConnectionString;
        this.file = file;
        waitMillis = seconds * 1000;
        position = File.Exists(file) ? long.Parse(File.ReadAllText(file)) : 0;
    }

    public async Task Run()
    {
        while (true)
        {
            try
            {
                await using var connection = new NpgsqlConnection(database);
                await connection.OpenAsync();
                await Follow(connection);
            }
            catch (NpgsqlException e)
            {
                Console.Error.WriteLine($"Connecting again in a second: {e.Message}");
                await Task.Delay(1000);
            }
        }
    }

    private async Task Follow(NpgsqlConnection connection)
    {
        connection.Notification += (_, _) => notified = true;
        await using (var listen = new NpgsqlCommand("LISTEN c4i_received", connection))
        {
            await listen.ExecuteNonQueryAsync(); // before the first read, so that nothing falls between
        }
        while (true)
        {
            notified = false;
            while (await ReadSome(connection)) { }
            // A notification may have come with the answer to the last query; then there is nothing to wait for.
            if (!notified)
            {
                await connection.WaitAsync(TimeSpan.FromMilliseconds(waitMillis));
            }
        }
    }

    private async Task<bool> ReadSome(NpgsqlConnection connection)
    {
        var some = false;
        await using var command = new NpgsqlCommand(Next, connection);
        command.Parameters.Add(new() { Value = position });
        await using var row = await command.ExecuteReaderAsync();
        while (await row.ReadAsync())
        {
            Handle(row);
            position = row.GetInt64(0);
            KeepPosition();
            some = true;
        }
        return some;
    }

    /// <summary>Yours: what is done with a message. It is done when this returns.</summary>
    private static void Handle(NpgsqlDataReader row)
    {
        var payload = row.GetFieldValue<byte[]>(5);
        Console.WriteLine(
            $"{row.GetInt64(0)} {row.GetString(1)}/{row.GetInt64(2)} {row.GetString(3)} {row.GetValue(4)} {payload.Length} bytes");
    }

    /// <summary>A file of its own, on the disk before it takes the old one's name: there is always a whole one.</summary>
    private void KeepPosition()
    {
        var fresh = file + ".new";
        using (var stream = new FileStream(fresh, FileMode.Create, FileAccess.Write))
        {
            stream.Write(System.Text.Encoding.ASCII.GetBytes($"{position}\n"));
            stream.Flush(flushToDisk: true);
        }
        File.Move(fresh, file, overwrite: true);
    }
}
