// dotnet run -- submit TOPIC PRECEDENCE DESTINATION[,DESTINATION...] FILE
// dotnet run -- publish TOPIC PRECEDENCE FILE
// dotnet run -- read-on POSITION-FILE [SECONDS]
//
// C4I_DB names the database: "Host=db.alpha;Database=c4i;Username=alpha_app;Password=..."
using System;
using System.IO;
using System.Threading.Tasks;
using Npgsql;

string database = Environment.GetEnvironmentVariable("C4I_DB") ?? throw new ArgumentException("C4I_DB is not set");
switch (args[0])
{
    case "submit":
        await Submit(args[1], int.Parse(args[2]), args[3].Split(','), args[4]);
        break;
    case "publish":
        await Publish(args[1], int.Parse(args[2]), args[3]);
        break;
    case "read-on":
        await new ReadOn(database, args[1], args.Length > 2 ? int.Parse(args[2]) : 30).Run();
        break;
    default:
        throw new ArgumentException("submit, publish or read-on");
}

async Task Submit(string topic, int precedence, string[] destinations, string file)
{
    await using var connection = new NpgsqlConnection(database);
    await connection.OpenAsync();
    // In one transaction with your own tables, the message goes out if and only if your change does.
    await using var transaction = await connection.BeginTransactionAsync();
    await using var command = new NpgsqlCommand("SELECT c4i.submit($1, $2, $3, $4)", connection, transaction);
    command.Parameters.Add(new() { Value = topic });
    command.Parameters.Add(new() { Value = precedence });
    command.Parameters.Add(new() { Value = destinations });
    command.Parameters.Add(new() { Value = await File.ReadAllBytesAsync(file) });
    var number = await command.ExecuteScalarAsync();
    await transaction.CommitAsync();
    Console.WriteLine(number);
}

async Task Publish(string topic, int precedence, string file)
{
    await using var connection = new NpgsqlConnection(database);
    await connection.OpenAsync();
    await using var command = new NpgsqlCommand("SELECT c4i.publish($1, $2, $3)", connection);
    command.Parameters.Add(new() { Value = topic });
    command.Parameters.Add(new() { Value = precedence });
    command.Parameters.Add(new() { Value = await File.ReadAllBytesAsync(file) });
    Console.WriteLine(await command.ExecuteScalarAsync());
}
